import * as v from 'valibot';
import { processors } from '#connectors/sandbox/processors.ts';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, integer, text, url } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { Reference } from './operations.ts';
import { type Instruction, LedgerPayout, standingPayout } from './payout-ledger.ts';

export const SandboxInstruction = v.strictObject({
  /** The processor that the sandbox simulates. */
  processor: v.picklist(processors),
  /** In minor units. */
  amount: integer(0, Number.MAX_SAFE_INTEGER),
  currency: Currency,
  destination: v.strictObject({
    kind: v.picklist(['card', 'bank', 'wallet', 'bank_redirect', 'passthrough', 'bank_transfer']),
    account: text(255, 1),
  }),
  /** Whether it is paid at once, or waits for the instruction to pay. */
  fulfill: v.boolean(),
  /** The URL for the processor's webhooks about the payout. */
  notification_url: given(url(2048)),
  /** Whether it also gets webhooks about outcomes that an answer stated. Others always come. */
  repeat_answers: given(v.boolean()),
});
export type SandboxInstruction = v.InferOutput<typeof SandboxInstruction>;

export const SandboxPayout = v.object({
  id: v.string(),
  reference: v.string(),
  status: LedgerPayout.entries.state,
  amount: v.number(),
  currency: v.string(),
  created: v.string(),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
});
export type SandboxPayout = v.InferOutput<typeof SandboxPayout>;

const inPath = v.object({ reference: Reference });
const example = { reference: 'payout_example_1' };

export const createSandboxPayout = defineOperation({
  name: 'sandbox.create-payout',
  method: 'PUT',
  path: '/payouts/{reference}',
  summary: 'Create a test payout, to be paid now or later',
  auth: 'processor key',
  params: inPath,
  body: SandboxInstruction,
  response: SandboxPayout,
  errors: [],
  access: { table: ['PutItem'], notifies: true },
  impact: 'Test payouts get no answer; real payouts are not concerned.',
  example: {
    params: example,
    body: {
      processor: 'fauxpay',
      amount: 6540,
      currency: 'USD',
      destination: { kind: 'card', account: '4242424242424242' },
      fulfill: false,
    },
  },
});

export const retrieveSandboxPayout = defineOperation({
  name: 'sandbox.retrieve-payout',
  method: 'GET',
  path: '/payouts/{reference}',
  summary: 'Retrieve the outcome of a test payout',
  auth: 'processor key',
  params: inPath,
  response: SandboxPayout,
  errors: [],
  access: { table: ['GetItem'] },
  impact: 'Test payouts whose first answer was lost stay pending.',
  example: { params: example },
});

const changing = {
  auth: 'processor key',
  params: inPath,
  body: v.strictObject({}),
  response: SandboxPayout,
  errors: ['concurrent_update'],
  access: { table: ['GetItem', 'PutItem'], notifies: true },
  impact: 'Test payouts that wait can neither be paid nor given up.',
  example: { params: example, body: {} },
} as const;

export const fulfillSandboxPayout = defineOperation({
  ...changing,
  name: 'sandbox.fulfill-payout',
  method: 'PUT',
  path: '/payouts/{reference}/fulfillment',
  summary: 'Pay a test payout that waits for it',
});

export const cancelSandboxPayout = defineOperation({
  ...changing,
  name: 'sandbox.cancel-payout',
  method: 'PUT',
  path: '/payouts/{reference}/cancellation',
  summary: 'Give up a test payout that was not paid',
});

/** The payout that a caller's request asks for. */
export const instructionOf = (
  keyHash: string,
  reference: string,
  body: SandboxInstruction,
): Instruction => ({
  keyHash,
  reference,
  processor: body.processor,
  amountMinor: body.amount,
  currency: body.currency,
  destination: body.destination,
  fulfill: body.fulfill,
  ...(body.notification_url && { notificationUrl: body.notification_url }),
  ...(body.repeat_answers && { repeatsAnswers: true }),
});

/** A payout of the ledger as its owner sees it. */
export function presentSandboxPayout(payout: LedgerPayout, now: Date): SandboxPayout {
  const { id, reference, state, amountMinor, currency, createdAt, failure } = standingPayout(
    payout,
    now,
  );
  return {
    id,
    reference,
    status: state,
    amount: amountMinor,
    currency,
    created: createdAt,
    error: failure ?? null,
  };
}
