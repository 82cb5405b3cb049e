import { marshall } from '@aws-sdk/util-dynamodb';
import { checkStorable } from '../../../shared/http/storable.ts';
import { refusal } from '../../support/refusal.ts';

const inside = { metadata: { a: { constructor: {} } } };

it('refuses a member that the client of the database stumbles over', () => {
  expect(() => marshall(inside)).toThrow();
  expect(refusal(() => checkStorable(inside))?.slice(0, 2)).toEqual([400, 'IR_06']);
});

it('takes what can be kept', () => {
  expect(
    refusal(() => checkStorable({ metadata: { a: [1, 'b', null, { c: true }] } })),
  ).toBeUndefined();
});
