import { operations } from '../../shared/operations.ts';
import { send } from '../scenarios/played.ts';
import { bodySchemaOf, definitions } from '../support/processors/described-bodies.ts';
import type { Described } from '../support/requests/malformed-requests.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';

const { each } = drawnByDay('card-numbers');

const number = '4242424242424242';

/** Members whose values are a processor's own ids, or keys that are sealed, or shown in public. */
const taken = new Set([
  ...['connector_payout_id', 'connector_resource_id'],
  ...['payment_response_hash_key', 'public_key', 'secret'],
]);

/** Puts the number into one place of a body. */
type Put = (body: unknown) => unknown;

/**
 * A text of a request, and the way in which the number is put there, with all else that the request
 * needs.
 */
interface Text {
  readonly path: readonly string[];
  readonly put: Put;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function resolved(schema: Described): Described {
  const { $ref } = schema;
  return $ref === undefined ? schema : (definitions[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {});
}

/** Every text that a schema has, each list with one member and each map with one key. */
function textsIn(
  given: Described,
  { path, put }: { path: readonly string[]; put: (inner: Put) => Put },
  above: readonly Described[] = [],
): readonly Text[] {
  const schema = resolved(given);
  // A program's rules nest; twice is enough.
  if (above.filter((one) => one === schema).length > 1) return [];
  const within = (inner: Described, name: string, place: (inner: Put) => Put) =>
    textsIn(inner, { path: [...path, name], put: (one) => put(place(one)) }, [...above, schema]);
  const { anyOf = [], oneOf = [], properties = {}, items, additionalProperties: others } = schema;
  return [
    ...[...anyOf, ...oneOf].flatMap((one) => textsIn(one, { path, put }, [...above, schema])),
    ...(schema.type === 'string' && !schema.enum ? [{ path, put: put(() => number) }] : []),
    ...Object.entries(properties).flatMap(([name, one]) =>
      within(one, name, (inner) => (body) => {
        const there = isObject(body) ? body : {};
        return { ...requiredOf(schema, name), ...there, [name]: inner(there[name]) };
      }),
    ),
    ...(items
      ? within(items, '0', (inner) => (body) => [inner(Array.isArray(body) ? body[0] : undefined)])
      : []),
    ...(typeof others === 'object'
      ? within(others, 'any', (inner) => (body) => ({ ...Object(body), any: inner(undefined) }))
      : []),
  ];
}

const requiredOf = ({ required = [], properties = {} }: Described, except: string) =>
  Object.fromEntries(
    required.flatMap((name) => {
      const { [name]: schema } = properties;
      return name === except || !schema ? [] : [[name, something(schema)]];
    }),
  );

/** Something that a schema takes, most often. */
function something(given: Described, depth = 0): unknown {
  const schema = resolved(given);
  if (depth > 8) return undefined;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one !== null);
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return something(first, depth + 1);
  switch (schema.type) {
    case 'string':
      return 'x'.repeat(Math.max(1, schema.minLength ?? 1));
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return false;
    case 'array':
      return schema.items ? [something(schema.items, depth + 1)] : [];
    default:
      return requiredOf(schema, '');
  }
}

const asked = operations.flatMap((operation) => {
  const schema = bodySchemaOf(operation.name);
  const texts = schema ? textsIn(schema, { path: [], put: (inner) => inner }) : [];
  return texts.length > 0 ? [{ name: operation.name, operation, texts }] : [];
});

describe('texts of requests', () => {
  it('a card number is tried in every text of every operation', () => {
    expect(asked.length).toBeGreaterThan(90);
    expect(asked.flatMap(({ texts }) => texts).length).toBeGreaterThan(2_500);
  });

  each(asked)(
    'a card number is stored nowhere and shown to no reader: $name',
    async ({ operation, texts }) => {
      const kept: string[] = [];
      for (const { path, put } of texts) {
        const { answer, world, unchanged } = await send(operation, (example) => ({
          ...example,
          body: put(example.body),
        }));
        const before = new Set(unchanged.map((item) => JSON.stringify(item)));
        const written = world.port.items().map((item) => JSON.stringify(item));
        const isKept = written.some((item) => item.includes(number) && !before.has(item));
        const isShown = answer.text.includes(number);
        if ((isKept || isShown) && !taken.has(path.at(-1) ?? '')) kept.push(path.join('.'));
      }
      expect(kept).toEqual([]);
    },
  );
});
