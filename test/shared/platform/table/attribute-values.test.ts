import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import {
  itemFromWire,
  itemOnWire,
  itemWithBytes,
  type WireItem,
} from '#platform/table/attribute-values.ts';

/** Names that the AWS SDK cannot write or read: `constructor` hides the class of an object. */
const spoiled = new Set(['__proto__', 'constructor']);
const aName = fc.string({ unit: 'binary', minLength: 1 }).filter((name) => !spoiled.has(name));

const aNumber = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.constantFrom(0, -0, 1e-9, 1e21 / 1e6, 0.1 + 0.2),
);
const aLeaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  aNumber,
  fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
  fc.boolean(),
  fc.constantFrom(null, undefined, ''),
  fc.uint8Array(),
);
const { anItem } = fc.letrec<{ anItem: Record<string, unknown>; aValue: unknown }>((tie) => ({
  anItem: fc.dictionary(aName, tie('aValue'), { maxKeys: 6 }),
  aValue: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    aLeaf,
    fc.array(tie('aValue'), { maxLength: 5 }),
    tie('anItem'),
  ),
}));

/** The SDK's form of an item, with bytes as they are on the wire. */
const bySdk = (item: Record<string, unknown>) =>
  withBase64(marshall(item, { removeUndefinedValues: true }));

function withBase64(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(withBase64);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withBase64(one)]));
}

it('any item is written as the AWS SDK writes it', () => {
  fc.assert(
    fc.property(anItem, (item) => {
      // As text, for the order of members counts in a signature.
      expect(JSON.stringify(itemOnWire(item))).toBe(JSON.stringify(bySdk(item)));
    }),
    { numRuns: 1_000 },
  );
});

it('any item is read as the AWS SDK reads it, from the wire or from its own types', () => {
  fc.assert(
    fc.property(anItem, (item) => {
      const typed = marshall(item, { removeUndefinedValues: true });
      const expected = unmarshall(typed);
      expect(itemFromWire(JSON.parse(JSON.stringify(itemOnWire(item))))).toEqual(expected);
      expect(itemFromWire(typed)).toEqual(expected);
      expect(itemWithBytes(itemOnWire(item))).toEqual(typed);
    }),
    { numRuns: 1_000 },
  );
});

it('a set, which only others write, is read as the AWS SDK reads it', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { minLength: 1 }),
      fc.uniqueArray(fc.integer(), { minLength: 1 }),
      fc.array(fc.uint8Array(), { minLength: 1 }),
      (words, numbers, blobs) => {
        const typed = {
          words: { SS: words },
          numbers: { NS: numbers.map(String) },
          blobs: { BS: blobs },
        };
        const wire = {
          ...typed,
          blobs: { BS: blobs.map((one) => Buffer.from(one).toString('base64')) },
        };
        expect(itemFromWire(wire)).toEqual(unmarshall(typed));
        expect(itemWithBytes(wire)).toEqual(typed);
      },
    ),
  );
});

it.each([
  ['a number that is none', Number.NaN],
  ['an endless number', Number.NEGATIVE_INFINITY],
  ['a number that has lost digits', 2 ** 53],
  ['a negative number that has lost digits', -(2 ** 53)],
  ['a symbol', Symbol('a')],
  ['a date', new Date(0)],
  ['an error', new Error('a')],
])('an attribute value %s is refused, as the AWS SDK refuses it', (_, value) => {
  expect(() => marshall({ value: [value] })).toThrow();
  expect(() => itemOnWire({ value: [value] })).toThrow();
});

it.each([
  ['no map', []],
  ['nothing', undefined],
  ['a value without a type', { value: 'text' }],
  ['a value of no type', { value: {} }],
  ['a value of an unknown type', { value: { X: 1 } }],
  ['a list that is none', { value: { L: {} } }],
])('an attribute value %s is not read', (_, wire) => {
  expect(() => itemFromWire(wire)).toThrow(TypeError);
});

it('a member that is called like a prototype is a member like another', () => {
  const item = JSON.parse('{"map":{"__proto__":{"a":1},"constructor":"b"}}');
  const wire: WireItem = itemOnWire(item);
  expect(JSON.stringify(wire)).toBe(
    '{"map":{"M":{"__proto__":{"M":{"a":{"N":"1"}}},"constructor":{"S":"b"}}}}',
  );
  const read = itemFromWire(JSON.parse(JSON.stringify(wire)));
  expect(JSON.stringify(read)).toBe(JSON.stringify(item));
  expect(({} as { a?: unknown }).a).toBeUndefined();
});
