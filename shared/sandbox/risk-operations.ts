import * as v from 'valibot';
import { riskCheckers } from '#connectors/sandbox/published/risk.ts';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, integer, JsonObject, text } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { Reference } from './operations.ts';

const Digits = (length: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^\\d{${length}}$`), `expected ${length} digits`));

export const checkSandboxRisk = defineOperation({
  name: 'sandbox.check-risk',
  method: 'PUT',
  path: '/risk-checks/{reference}',
  summary: 'Check a test payment for fraud',
  auth: 'processor key',
  params: v.object({
    /** The caller's reference of the payment. */
    reference: Reference,
  }),
  body: v.strictObject({
    /** The fraud checker that the sandbox simulates. */
    checker: v.picklist(riskCheckers),
    /** In minor units. */
    amount: integer(0, Number.MAX_SAFE_INTEGER),
    currency: Currency,
    email: given(text(255)),
    card: given(v.strictObject({ first_digits: Digits(6), last_digits: Digits(4) })),
    metadata: given(JsonObject),
  }),
  response: v.object({
    id: v.string(),
    reference: v.string(),
    finding: v.picklist(['legit', 'fraud', 'manual_review']),
    /** The score, from 0 (no risk) to 100. */
    score: v.number(),
    reason: v.nullable(v.string()),
  }),
  errors: [],
  access: { sandbox: true },
  impact: 'Test payments are taken without a check for fraud.',
  example: {
    params: { reference: 'pay_example_1' },
    body: {
      checker: 'signifyd',
      amount: 6_540,
      currency: 'USD',
      email: 'review@shop.example',
      card: { first_digits: '424242', last_digits: '4242' },
    },
  },
});
