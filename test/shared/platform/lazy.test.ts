import * as v from 'valibot';
import { lazy } from '#platform/lazy.ts';

it('a lazy object is created at its first use, once', () => {
  let times = 0;
  const later = lazy(() => {
    times += 1;
    return { a: 1, b: () => 2 };
  });
  expect(times).toBe(0);
  expect([later.a, later.b(), 'a' in later, 'c' in later]).toEqual([1, 2, true, false]);
  expect({ ...later, c: 3 }).toEqual({ a: 1, b: expect.any(Function), c: 3 });
  expect(Object.keys(later)).toEqual(['a', 'b']);
  expect(times).toBe(1);
});

it('a lazy object is created again after a failure', () => {
  let times = 0;
  const later = lazy(() => {
    times += 1;
    if (times === 1) throw new Error('not yet');
    return { a: 1 };
  });
  expect(() => later.a).toThrow('not yet');
  expect(later.a).toBe(1);
});

it('a lazy schema inside others is created as it is', () => {
  const Name = lazy(() => v.pipe(v.string(), v.maxLength(3)));
  const Thing = lazy(() => v.strictObject({ name: Name, other: v.optional(Name, 'x') }));
  const Larger = v.object({ ...Thing.entries, list: v.array(v.pipe(Name, v.minLength(2))) });
  expect(v.parse(Larger, { name: 'abc', list: ['ab'] })).toEqual({
    name: 'abc',
    other: 'x',
    list: ['ab'],
  });
  expect(v.is(Larger, { name: 'abcd', list: [] })).toBe(false);
  expect(v.is(Larger, { name: 'abc', list: ['a'] })).toBe(false);
  expect(v.is(Thing, { name: 'abc', more: 1 })).toBe(false);
});

it('a schema that is made late parses as itself, so that no question for a value takes a detour', () => {
  const schema = v.object({ a: v.number() });
  const run = schema['~run'];
  const ran: unknown[] = [];
  Object.assign(schema, {
    '~run'(this: unknown, ...given: Parameters<typeof run>) {
      ran.push(this);
      return run.apply(schema, given);
    },
  });
  const Late = lazy(() => schema);
  const Outer = v.object({ list: v.array(Late) });
  expect(v.parse(Outer, { list: [{ a: 1 }, { a: 2 }] })).toEqual({ list: [{ a: 1 }, { a: 2 }] });
  expect(ran).toHaveLength(2);
  for (const one of ran) expect(one).toBe(schema);
});
