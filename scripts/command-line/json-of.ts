/**
 * A value as one line of JSON for programs. Names of members are written in snake case, as in the
 * API.
 */
export const jsonOf = (value: unknown): string => JSON.stringify(snakeCased(value));

/** Data of others in a value for `jsonOf`: names of its members stay as they are. */
export const asIs = (value: unknown) => ({ toJSON: () => value });

function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  // A Date, for example, is written by its own method.
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [snakeCase(name), snakeCased(one)]),
  );
}

const snakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
