import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { integer } from '#platform/schema.ts';
import { Reference, SandboxPayment } from './operations.ts';

const change = {
  response: SandboxPayment,
  auth: 'processor key',
  method: 'PUT',
  errors: ['concurrent_update'],
  access: { table: ['GetItem', 'PutItem'], sandbox: true, notifies: true },
} as const;

/** An example payment whose authorization can be raised and extended. */
const incrementable = { reference: 'pay_raisable_1' };

export const incrementSandboxPayment = defineOperation({
  ...change,
  name: 'sandbox.increment',
  path: '/payments/{reference}/increments/{increment_reference}',
  summary: 'Reserve more for a test payment',
  params: v.object({ reference: Reference, increment_reference: Reference }),
  body: v.strictObject({
    /** The new total, in minor units. */
    amount: integer(1, Number.MAX_SAFE_INTEGER),
  }),
  impact: 'The reservations of test payments cannot be raised.',
  example: {
    params: { ...incrementable, increment_reference: 'auth_example_1' },
    body: { amount: 7_000 },
  },
});

export const extendSandboxPayment = defineOperation({
  ...change,
  name: 'sandbox.extend',
  path: '/payments/{reference}/extension',
  summary: 'Keep the reservation of a test payment for longer',
  params: v.object({ reference: Reference }),
  body: v.strictObject({}),
  impact: 'The reservations of test payments end when they were said to end.',
  example: { params: incrementable, body: {} },
});
