import { marshall } from '@aws-sdk/util-dynamodb';
import { checkJsonLimits } from '#platform/http/request/json-limits.ts';
import { refusal } from '../../../../support/requests/refusal.ts';

const inside = { metadata: { a: { constructor: {} } } };

it('a JSON member that the AWS SDK cannot write to a table is refused', () => {
  expect(() => marshall(inside)).toThrow();
  expect(refusal(() => checkJsonLimits(inside))?.slice(0, 2)).toEqual([400, 'IR_06']);
});

it.each([
  ['a name that whatever reads a contract leaves out', { metadata: { prototype: 'the second' } }],
  ['half of a character', { name: '\ud800' }],
  ['half of a character in a list', { names: ['a', '\udc00b'] }],
  ['half of a character in a name', { metadata: { '\ud83d': 'a' } }],
])('JSON with %s is refused', (_, body) => {
  expect(refusal(() => checkJsonLimits(body))?.slice(0, 2)).toEqual([400, 'IR_06']);
});

it('JSON with whole characters is accepted', () => {
  expect(refusal(() => checkJsonLimits({ 'Ana 😀': '\ufffe\u0000😀' }))).toBeUndefined();
});

it('JSON that can be stored is accepted', () => {
  expect(
    refusal(() => checkJsonLimits({ metadata: { a: [1, 'b', null, { c: true }] } })),
  ).toBeUndefined();
});
