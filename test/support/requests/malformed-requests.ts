import fc from 'fast-check';

/** A schema as our description of the API has it: JSON Schema with `$ref` into its components. */
export interface Described {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly items?: Described;
  readonly prefixItems?: readonly Described[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Described | boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export type Definitions = Readonly<Record<string, Described>>;

/** Values that are nowhere right. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, '', ' ', '\u0000', '\ud800', '__proto__', 'never', '%00', '../..', '7', 'ü'],
    ...[-1, 0, -0, 1.5, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, true, [], [[]], {}, { '': null }],
    JSON.parse('{"__proto__":{"amount":1}}'),
    JSON.parse('{"constructor":{"prototype":1}}'),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constant('x'.repeat(5_000)),
  fc.jsonValue({ maxDepth: 3 }),
);

const depthLimit = 6;

/**
 * Bodies that almost fit a schema: members of the right type at and beyond their limits,
 * words of enumerations and words that no enumeration has, some members left out, and now and then
 * something else altogether. `known` are texts that mean something where the body is sent.
 */
export function malformedRequests(
  schema: Described,
  definitions: Definitions,
  known: readonly string[],
  depth = 0,
): fc.Arbitrary<unknown> {
  const inner = (one: Described) => malformedRequests(one, definitions, known, depth + 1);
  const mostly = (right: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 24, arbitrary: right }, { weight: 1, arbitrary: strange });

  const { $ref, anyOf, oneOf, properties, additionalProperties } = schema;
  if (depth > depthLimit) return strange;
  if ($ref) {
    const found = definitions[$ref.slice($ref.lastIndexOf('/') + 1)];
    if (!found) throw new Error(`${$ref} is described nowhere.`);
    return malformedRequests(found, definitions, known, depth);
  }
  const some = anyOf ?? oneOf;
  if (some) return fc.oneof(...some.map(inner));
  if ('const' in schema) return mostly(fc.constant(schema.const));
  if (schema.enum) return mostly(fc.constantFrom(...schema.enum));
  switch (schema.type) {
    case 'string':
      return mostly(textOf(schema, known));
    case 'integer':
    case 'number':
      return mostly(numberOf(schema));
    case 'boolean':
      return mostly(fc.boolean());
    case 'null':
      return mostly(fc.constant(null));
    case 'array': {
      const { items, prefixItems } = schema;
      if (prefixItems) return mostly(fc.tuple(...prefixItems.map(inner)));
      return mostly(fc.array(items ? inner(items) : strange, { maxLength: 3 }));
    }
    default: {
      if (properties) return mostly(objectOf(schema, inner));
      if (typeof additionalProperties === 'object') {
        return mostly(fc.dictionary(fc.string({ maxLength: 12 }), inner(additionalProperties)));
      }
      return mostly(fc.dictionary(fc.string({ maxLength: 12 }), strange, { maxKeys: 3 }));
    }
  }
}

function textOf(
  { minLength = 0, maxLength = 64 }: Described,
  known: readonly string[],
): fc.Arbitrary<string> {
  const lengths = [
    minLength - 1,
    minLength,
    minLength + 1,
    maxLength - 1,
    maxLength,
    maxLength + 1,
  ];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    fc.constantFrom(...lengths.filter((length) => length >= 0).map((length) => 'a'.repeat(length))),
    fc.constantFrom('2031-01-01T00:00:00Z', '2031-13-41T25:00:00Z', 'https://shop.example', 'DE'),
    fc.string({ maxLength: 20 }),
  );
}

function numberOf({ minimum = 0, maximum = 2 ** 31 }: Described): fc.Arbitrary<number> {
  const bounds = [minimum, maximum].flatMap((bound) => [bound - 1, bound, bound + 1]);
  return fc.oneof(
    fc.constantFrom(...bounds, 0.5),
    fc.integer({ min: 1, max: 10_000 }),
    fc.integer({ min: -10, max: Number.MAX_SAFE_INTEGER }),
  );
}

function objectOf(
  { properties = {}, required = [] }: Described,
  inner: (one: Described) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const names = Object.keys(properties);
  // Few at a time, so that one that is wrong is not always in the company of another.
  return fc.subarray(names, { maxLength: Math.min(5, names.length) }).chain((chosen) => {
    const wanted = [...new Set([...required, ...chosen])];
    const members = wanted.map((name) => [name, inner(properties[name] ?? {})] as const);
    return fc.record(Object.fromEntries(members));
  });
}
