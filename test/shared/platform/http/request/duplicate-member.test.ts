import fc from 'fast-check';
import { duplicateMember } from '#platform/http/request/duplicate-member.ts';

it.each([
  ['{"amount":1,"amount":999999}', 'amount'],
  ['{"a":{"b":1,"c":[{"b":1},{"b":2}],"b":3}}', 'b'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a":"}","a":2}', 'a'],
  ['{"a\\"b":1,"a\\"b":2}', 'a"b'],
])('the JSON %s has a member twice', (json, name) => {
  expect(duplicateMember(json)).toBe(name);
});

it.each(['{}', '[]', '{"a":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a\\":","b":":"}', '{"a', '}{'])(
  'the JSON %s has no member twice',
  (json) => {
    expect(duplicateMember(json)).toBeUndefined();
  },
);

it('no duplicate member is found in JSON that was written from a value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(duplicateMember(JSON.stringify(value, null, 1))).toBeUndefined();
    }),
  );
});
