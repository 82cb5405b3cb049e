import * as v from 'valibot';
import { characterCount, maxCharacters } from '../../characters.ts';

/** Limits of a request's members whose schemas have no limit. */
export const defaultLimits = {
  /** Characters of a text. */
  text: 16_384,
  /** Characters of a name in a map. */
  name: 1_024,
  /** Elements of a list, and members of a map. */
  elements: 1_000,
  /** Characters of free JSON. */
  json: 32_768,
} as const;

type Part = v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>;
type Schema = v.GenericSchema<unknown, unknown>;

const limited = new WeakMap<object, Schema>();

/**
 * The same schema, in which every text, list, map and free JSON has a limit: its own, or the
 * default. No member of a request is unlimited, even when an operation forgets a limit. Each part
 * gets its limits when it first meets a value, because most requests fill few members. Throws, at
 * that moment, for a kind of schema that this file does not know.
 */
export function withLimits<S extends v.GenericSchema>(schema: S): S {
  const known = limited.get(schema) ?? withLazyLimits(schema as Schema);
  limited.set(schema, known);
  return known as S; // Input and output types are unchanged; only fewer values pass.
}

function withLazyLimits(schema: Schema): Schema {
  let ready: Schema | undefined;
  const build = () => {
    ready ??= withOwnLimits(schema);
    return ready;
  };
  const lazy: Schema = Object.create(schema, {
    '~run': { value: (...args: Parameters<Schema['~run']>) => build()['~run'](...args) },
  });
  for (const name of parts) {
    if (name === 'pipe' || name in schema) {
      Object.defineProperty(lazy, name, { get: () => Reflect.get(build(), name) });
    }
  }
  return lazy;
}

/** The members of a schema that hold its parts. */
const parts = [
  'pipe',
  'entries',
  'wrapped',
  'item',
  'items',
  'options',
  'key',
  'value',
  'rest',
  'getter',
] as const;

function withOwnLimits(schema: Schema): Schema {
  const parts = pipeOf(schema);
  const [first, ...rest] = parts;
  // The first part of a pipe may be a pipe itself, with limits of its own.
  const inner =
    first === schema
      ? withMembers(schema)
      : pipeOf(first as Schema).length > 1
        ? withOwnLimits(first as Schema)
        : withMembers(first as Schema);
  const more = rest.map((part) => (isSchema(part) ? withLimits(part) : part));
  const limit = pipeOf(inner).length > 1 ? undefined : missingLimit(inner, rest);
  if (!limit && more.length === 0) return inner;
  // The types of a pipe's parts fit each other, as they did before.
  return v.pipe(inner, ...([...(limit ? [limit] : []), ...more] as [Part]));
}

const isSchema = (part: unknown): part is Schema =>
  typeof part === 'object' && part !== null && Reflect.get(part, 'kind') === 'schema';

const pipeOf = (schema: Schema): readonly Part[] =>
  'pipe' in schema && Array.isArray(schema.pipe) ? schema.pipe : [schema];

/** The default limit of a schema, when no part that checks the same value sets one. */
function missingLimit(schema: Schema, rest: readonly Part[]): Part | undefined {
  const limit = defaultLimit(schema.type);
  if (!limit) return undefined;
  const changes = rest.findIndex((part) => part.kind === 'transformation');
  const untransformed = changes < 0 ? rest : rest.slice(0, changes);
  const isLimited = untransformed.some(
    (part) => limits.has(part.type) || (part.kind === 'schema' && schema.type !== 'unknown'),
  );
  return isLimited ? undefined : limit;
}

const limits: ReadonlySet<string> = new Set(['max_length', 'length', 'max_entries', 'entries']);

const { text, elements, json } = defaultLimits;
const tooLong = (most: number) => `the maximum allowed length for this field is ${most}`;

function defaultLimit(type: string): Part | undefined {
  switch (type) {
    case 'string':
      return maxCharacters(text, tooLong(text)) as Part;
    case 'array':
      return v.maxLength<unknown[], number, string>(elements, tooLong(elements)) as Part;
    case 'record':
      return v.maxEntries<Record<string, unknown>, number, string>(
        elements,
        tooLong(elements),
      ) as Part;
    case 'unknown':
    case 'any':
      return v.check<unknown, string>(isShort, tooLong(json)) as Part;
    default:
      if (boundedTypes.has(type)) return undefined;
      throw new Error(`Schemas of type ${type} have no limit in with-limits.ts.`);
  }
}

const isShort = (value: unknown) => characterCount(JSON.stringify(value) ?? '') <= json;

/** Schemas that are as large as their parts, or have a fixed size. */
// biome-ignore format: words read better in rows.
const boundedTypes: ReadonlySet<string> = new Set([
  'object', 'strict_object', 'loose_object', 'object_with_rest', 'tuple', 'strict_tuple',
  'union', 'variant', 'intersect', 'lazy',
  'optional', 'exact_optional', 'nullish', 'nullable', 'undefinedable', 'non_optional', 'non_nullish',
  'number', 'boolean', 'picklist', 'enum', 'literal', 'null', 'undefined', 'never',
  // The bytes of an uploaded file, which `formLimit` limits.
  'custom',
]);

/** The schema, with limits in all its parts. */
function withMembers(schema: Schema): Schema {
  const members = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'pipe' || name.startsWith('~')) return [];
    if (name === 'getter' && typeof value === 'function') {
      return [[name, (input: unknown) => withLimits(value(input))]];
    }
    if (name === 'key' && isSchema(value)) return [[name, withLimits(v.pipe(value, nameLimit))]];
    if (isSchema(value)) return [[name, withLimits(value)]];
    if (name === 'entries' && typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(([one, of]) => [
        one,
        isSchema(of) ? withLimits(of) : of,
      ]);
      return [[name, Object.fromEntries(entries)]];
    }
    if ((name === 'options' || name === 'items') && Array.isArray(value) && value.every(isSchema)) {
      return [[name, value.map((one) => withLimits(one))]];
    }
    return [];
  });
  return members.length === 0 ? schema : { ...schema, ...Object.fromEntries(members) };
}

const nameLimit = v.check<unknown, string>(
  (name) => characterCount(String(name)) <= defaultLimits.name,
  tooLong(defaultLimits.name),
);
