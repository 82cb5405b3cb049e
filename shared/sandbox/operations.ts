import * as v from 'valibot';
import { defineOperation } from '../http/operation.ts';
import { given, integer, text, url } from '../schema.ts';
import { Currency } from '../vocabulary/currencies.ts';
import { type Charge, type LedgerPayment, standing } from './ledger.ts';
import { processors } from './processors.ts';

/** The caller's own name for a payment. */
const Reference = v.pipe(text(128, 1), v.regex(/^[\w-]+$/, 'value contains invalid character'));

const ChallengeId = v.pipe(v.string(), v.regex(/^ch_[A-Za-z0-9]{20}$/));

const Card = v.strictObject({
  number: v.pipe(v.string(), v.regex(/^\d{8,19}$/, 'expected 8 to 19 digits')),
  expiry_month: text(2, 1),
  expiry_year: text(4, 2),
  cvc: given(text(4)),
  holder_name: given(text(255)),
});

export const SandboxCharge = v.strictObject({
  /** Which processor the sandbox is to play. */
  processor: v.picklist(processors),
  /** In minor units. */
  amount: integer(0, Number.MAX_SAFE_INTEGER),
  currency: Currency,
  capture_method: v.picklist(['automatic', 'sequential_automatic', 'manual', 'manual_multiple']),
  card: Card,
  /** Where the customer goes after a challenge. */
  return_url: given(url(2048)),
});
export type SandboxCharge = v.InferOutput<typeof SandboxCharge>;

export const SandboxPayment = v.object({
  id: v.string(),
  reference: v.string(),
  status: v.picklist(['succeeded', 'authorized', 'processing', 'failed']),
  amount: v.number(),
  currency: v.string(),
  created: v.string(),
  next_action: v.nullable(v.object({ redirect_to_url: v.string() })),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
});
export type SandboxPayment = v.InferOutput<typeof SandboxPayment>;

const exampleParams = { reference: 'pay_example_1' };

export const authorizeSandboxPayment = defineOperation({
  name: 'sandbox.authorize',
  method: 'PUT',
  path: '/payments/{reference}',
  summary: 'Charge a test card',
  auth: 'processor key',
  params: v.object({ reference: Reference }),
  body: SandboxCharge,
  response: SandboxPayment,
  errors: [],
  access: { table: ['PutItem'], sandbox: true },
  impact: 'Test payments get no answer; real payments are not concerned.',
  example: {
    params: exampleParams,
    body: {
      processor: 'fauxpay',
      amount: 6540,
      currency: 'USD',
      capture_method: 'automatic',
      card: {
        number: '4242424242424242',
        expiry_month: '10',
        expiry_year: '2035',
        cvc: '123',
        holder_name: 'Joseph Doe',
      },
    },
  },
});

export const retrieveSandboxPayment = defineOperation({
  name: 'sandbox.retrieve',
  method: 'GET',
  path: '/payments/{reference}',
  summary: 'Ask what became of a test payment',
  auth: 'processor key',
  params: v.object({ reference: Reference }),
  response: SandboxPayment,
  errors: [],
  access: { table: ['GetItem'], sandbox: true },
  impact: 'Test payments whose first answer was lost stay in processing.',
  example: { params: exampleParams },
});

const exampleChallenge = { challenge_id: 'ch_00000000000000000000' };

export const showSandboxChallenge = defineOperation({
  name: 'sandbox.challenge',
  method: 'GET',
  path: '/challenges/{challenge_id}',
  summary: 'Show the test page of a 3-D Secure challenge',
  auth: 'none',
  params: v.object({ challenge_id: ChallengeId }),
  response: v.string(),
  errors: [],
  access: { table: ['GetItem'] },
  impact: 'Testers cannot see the 3-D Secure page.',
  example: { params: exampleChallenge },
});

export const completeSandboxChallenge = defineOperation({
  name: 'sandbox.complete',
  method: 'GET',
  path: '/challenges/{challenge_id}/complete',
  summary: 'Complete or reject a 3-D Secure challenge',
  auth: 'none',
  params: v.object({ challenge_id: ChallengeId }),
  query: v.object({ confirm: v.picklist(['true', 'false']) }),
  response: v.string(),
  errors: [],
  access: { table: ['GetItem', 'PutItem'] },
  impact: 'Testers cannot finish 3-D Secure payments.',
  example: { params: exampleChallenge, query: { confirm: 'true' } },
});

/** The charge that a caller's request asks for. */
export const chargeOf = (keyHash: string, reference: string, body: SandboxCharge): Charge => ({
  keyHash,
  reference,
  processor: body.processor,
  amountMinor: body.amount,
  currency: body.currency,
  manualCapture: body.capture_method.startsWith('manual'),
  cardNumber: body.card.number,
  ...(body.return_url && { returnUrl: body.return_url }),
});

/** A payment of the ledger as its owner sees it. `sandboxUrl` is where the challenge's page is. */
export function presentSandboxPayment(
  payment: LedgerPayment,
  sandboxUrl: string,
  now: Date,
): SandboxPayment {
  const { state, challengeId, ...facts } = standing(payment, now);
  const challenged = state === 'challenged';
  return {
    id: facts.id,
    reference: facts.reference,
    status: challenged ? 'processing' : state,
    amount: facts.amountMinor,
    currency: facts.currency,
    created: facts.createdAt,
    next_action: challenged
      ? { redirect_to_url: `${sandboxUrl.replace(/\/$/, '')}/challenges/${challengeId}` }
      : null,
    error: facts.failure ?? null,
  };
}
