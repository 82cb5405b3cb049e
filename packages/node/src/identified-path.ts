/**
 * A path with its identifiers in place of their names in braces.
 *
 * @throws TypeError for an identifier that is missing or empty, and for `.` and `..`: in a URL they
 * would leave their place, and the request would go to another operation
 */
export function identifiedPath(path: string, identifiers: unknown): string {
  const given = new Map(Object.entries(identifiers ?? {}));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = given.get(name);
    const isText = typeof value === 'string' && !['', '.', '..'].includes(value);
    if (isText || typeof value === 'number') return encodeURIComponent(value);
    throw new TypeError(`${path} needs an identifier as ${name}, and got ${shown(value)}.`);
  });
}

const shown = (value: unknown) =>
  typeof value === 'string' || value === undefined || value === null
    ? (JSON.stringify(value) ?? 'none')
    : `a value of the type ${typeof value}`;
