import * as v from 'valibot';
import { columnOf } from '#platform/column-of.ts';
import { passedOnField, statedMembers } from '#platform/passed-on.ts';

const made: string[] = [];
const fields = {
  note: passedOnField(
    () => {
      made.push('note in requests');
      return v.pipe(v.string(), v.maxLength(3));
    },
    () => v.string(),
    { read: 'hidden' },
  ),
  labels: passedOnField(
    () => v.array(v.string()),
    () => v.array(v.string()),
    { read: 'shown' },
  ),
};

it("a field that is only passed on makes a schema when it is first read, and keeps its table's rules", () => {
  expect(columnOf(fields, 'read')).toEqual({ note: 'hidden', labels: 'shown' });
  expect(columnOf(fields, 'noValue')).toEqual({ note: null, labels: null });
  expect(made).toEqual([]);
  const Request = v.strictObject(columnOf(fields, 'request'));
  expect(made).toEqual(['note in requests']);
  expect(v.is(Request, {})).toBe(true);
  expect(v.is(Request, { note: null, labels: ['a'] })).toBe(true);
  expect(v.is(Request, { note: 'long' })).toBe(false);
});

it('a field that is only passed on is null or a value in responses, and absent or a value in items', () => {
  const Response = v.strictObject(columnOf(fields, 'response'));
  expect(v.is(Response, { note: null, labels: ['a'] })).toBe(true);
  expect(v.is(Response, { labels: ['a'] })).toBe(false);
  const Item = v.strictObject(columnOf(fields, 'stored'));
  // The limit of requests may become lower than that of stored values.
  expect(v.is(Item, { note: 'longer' })).toBe(true);
  expect(v.is(Item, { note: null })).toBe(false);
});

it('a field of a table is a stated member unless it is absent or null, and other members are not', () => {
  const values = { note: null, labels: ['a'], amount: 5 };
  expect(statedMembers(columnOf(fields, 'noValue'), values)).toEqual({ labels: ['a'] });
  expect(statedMembers(columnOf(fields, 'noValue'), {})).toEqual({});
});
