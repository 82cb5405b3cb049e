import * as v from 'valibot';
import { defaultLimits, withLimits } from '#platform/http/request/with-limits.ts';
import { JsonObject, text } from '#platform/schema.ts';
import { operations } from '../../../../../shared/operations.ts';

const takes = (schema: v.GenericSchema, value: unknown) => v.is(withLimits(schema), value);

describe('a schema that names no limit', () => {
  it.each<[string, v.GenericSchema, (size: number) => unknown, number]>([
    ['a text', v.string(), (size) => 'x'.repeat(size), defaultLimits.text],
    [
      'a text that is changed first',
      v.pipe(v.string(), v.trim(), v.maxLength(5)),
      (size) => `x${' '.repeat(size - 1)}`,
      defaultLimits.text,
    ],
    [
      'a text in an object',
      v.object({ a: v.nullish(v.string()) }),
      (size) => ({ a: 'x'.repeat(size) }),
      defaultLimits.text,
    ],
    ['a text in a list', v.array(v.string()), (size) => ['x'.repeat(size)], defaultLimits.text],
    [
      'a text of a union',
      v.union([v.number(), v.string()]),
      (size) => 'x'.repeat(size),
      defaultLimits.text,
    ],
    [
      'a list',
      v.array(v.number()),
      (size) => Array.from({ length: size }, () => 1),
      defaultLimits.elements,
    ],
    [
      'a map',
      v.record(v.string(), v.number()),
      (size) => Object.fromEntries(Array.from({ length: size }, (_, i) => [i, 1])),
      defaultLimits.elements,
    ],
    [
      'a name in a map',
      v.record(v.string(), v.number()),
      (size) => ({ ['x'.repeat(size)]: 1 }),
      defaultLimits.name,
    ],
    ['free JSON', JsonObject, (size) => ({ a: 'x'.repeat(size - 8) }), defaultLimits.json],
    [
      'free JSON in a map',
      v.record(v.string(), v.unknown()),
      (size) => ({ a: 'x'.repeat(size - 2) }),
      defaultLimits.json,
    ],
    [
      'what refers to itself',
      v.lazy(() => v.object({ a: v.string() })),
      (size) => ({ a: 'x'.repeat(size) }),
      defaultLimits.text,
    ],
  ])(
    'a schema that names no limit accepts %s up to the usual one, and not more',
    (_, schema, sized, most) => {
      expect(takes(schema, sized(most))).toBe(true);
      expect(takes(schema, sized(most + 1))).toBe(false);
      expect(v.is(schema, sized(most + 1))).toBe(true);
    },
  );

  it('a schema with its own limits keeps them, and all its other rules', () => {
    const schema = v.strictObject({ a: text(3, 1), b: v.optional(v.picklist(['x', 'y']), 'x') });
    expect(v.parse(withLimits(schema), { a: 'abc' })).toEqual({ a: 'abc', b: 'x' });
    for (const wrong of [{ a: 'abcd' }, { a: '' }, { a: 'a', c: 1 }, { a: 'a', b: 'z' }, {}]) {
      expect(takes(schema, wrong)).toBe(false);
    }
  });

  it('a schema gets default limits only in the parts that a request fills', () => {
    let filled = 0;
    const part = v.lazy(() => {
      filled += 1;
      return v.string();
    });
    const schema = v.object({ a: v.nullish(v.object({ b: part })), c: v.nullish(v.string()) });
    expect(takes(schema, { c: 'x' })).toBe(true);
    expect(filled).toBe(0);
    expect(takes(schema, { a: { b: 'x'.repeat(defaultLimits.text + 1) } })).toBe(false);
    expect(filled).toBe(1);
  });

  it('a schema is refused where no limit is declared', () => {
    expect(() => takes(v.map(v.string(), v.string()), new Map())).toThrow(/map/);
  });
});

const unbounded = ['string', 'array', 'record', 'unknown', 'any'];
const limits = ['max_length', 'length', 'max_entries', 'entries'];

/** Every part of a schema that could be as large as a request likes, by the path to it. */
function unlimited(schema: unknown, path = '', seen: ReadonlySet<unknown> = new Set()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  const inside = new Set([...seen, schema]);
  const [first, ...others] = Reflect.get(schema, 'pipe') ?? [schema];
  if (first.pipe) return unlimited(first, path, inside);
  const isFree = first.type === 'unknown' || first.type === 'any';
  const isLimited = others.some(
    ({ type }: { readonly type: string }) => limits.includes(type) || (isFree && type === 'check'),
  );
  return [
    ...(unbounded.includes(first.type) && !isLimited ? [path] : []),
    ...membersOf(first).flatMap(([name, one]) => unlimited(one, `${path}${name}`, inside)),
  ];
}

function membersOf(schema: object): (readonly [string, unknown])[] {
  const { entries, wrapped, item, items, options, key, value, rest, getter } = Object(schema);
  return [
    ...Object.entries(entries ?? {}).map(([name, one]) => [`.${name}`, one] as const),
    ['', wrapped],
    ['[]', item],
    ['.{name}', key],
    ['.{value}', value],
    ['.*', rest],
    ...[items, options].flat().map((one: unknown) => ['', one] as const),
    ['', typeof getter === 'function' ? getter({}) : undefined],
  ];
}

describe('every request of every operation', () => {
  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'every request of every operation has a limit for each text, list, map and free JSON: %s',
    (_, operation) => {
      for (const part of ['params', 'query', 'body']) {
        const schema: unknown = Reflect.get(operation, part);
        if (schema) expect(unlimited(withLimits(schema as v.GenericSchema), part)).toEqual([]);
      }
    },
  );

  it('a request schema without a limit would be found', () => {
    const schema = v.object({ a: v.nullish(v.string()), b: v.array(text(3)) });
    expect(unlimited(schema)).toEqual(['.a', '.b']);
    expect(unlimited(withLimits(schema))).toEqual([]);
  });
});
