import { marshall } from '@aws-sdk/util-dynamodb';
import { checkJsonLimits } from '#platform/http/json-limits.ts';
import { refusal } from '../../../support/refusal.ts';

const inside = { metadata: { a: { constructor: {} } } };

it('refuses a member that the AWS SDK cannot write to a table', () => {
  expect(() => marshall(inside)).toThrow();
  expect(refusal(() => checkJsonLimits(inside))?.slice(0, 2)).toEqual([400, 'IR_06']);
});

it.each([
  ['a name that whatever reads a contract leaves out', { metadata: { prototype: 'the second' } }],
  ['half of a character', { name: '\ud800' }],
  ['half of a character in a list', { names: ['a', '\udc00b'] }],
  ['half of a character in a name', { metadata: { '\ud83d': 'a' } }],
])('refuses %s', (_, body) => {
  expect(refusal(() => checkJsonLimits(body))?.slice(0, 2)).toEqual([400, 'IR_06']);
});

it('takes characters that are whole', () => {
  expect(refusal(() => checkJsonLimits({ 'Ana 😀': '\ufffe\u0000😀' }))).toBeUndefined();
});

it('takes what can be kept', () => {
  expect(
    refusal(() => checkJsonLimits({ metadata: { a: [1, 'b', null, { c: true }] } })),
  ).toBeUndefined();
});
