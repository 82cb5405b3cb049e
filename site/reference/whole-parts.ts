import { ownMember } from '../../shared/platform/own-member.ts';

/**
 * The description with parameters, responses, headers and examples in the places of their
 * references. References to schemas stay: they have pages and types of their own.
 */
export function withWholeParts(document: unknown): unknown {
  const whole = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(whole);
    if (!isObject(value)) return value;
    const target = typeof value.$ref === 'string' ? partAt(document, value.$ref) : undefined;
    if (target !== undefined) return whole(target);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, whole(one)]));
  };
  return whole(document);
}

/** Throws where the part is missing. Undefined for a schema. */
function partAt(document: unknown, reference: string): unknown {
  const [, kind = '', name = ''] =
    /^#\/components\/(parameters|responses|headers|examples)\/(.*)$/.exec(reference) ?? [];
  if (kind === '') return undefined;
  const part = ['components', kind, name].reduce<unknown>(
    (from, member) => (isObject(from) ? ownMember(from, member) : undefined),
    document,
  );
  if (part === undefined) throw new Error(`The description has no ${reference}.`);
  return part;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
