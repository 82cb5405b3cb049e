import * as v from 'valibot';
import { processors } from '#connectors/sandbox/processors.ts';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { derivedId } from '#platform/ids.ts';
import { given, url } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import type { Charge } from './ledger.ts';
import { MandateReference, Reference, SandboxCard, SandboxPayment } from './operations.ts';

export const SandboxVerification = v.strictObject({
  /** The processor that the sandbox simulates. */
  processor: v.picklist(processors),
  currency: Currency,
  card: SandboxCard,
  /** Whether the card should be stored for later charges. */
  store: given(v.picklist(['on_session', 'off_session'])),
  /** The URL to which the customer is redirected after a challenge. */
  return_url: given(url(2048)),
  /** The URL for the processor's webhooks. */
  notification_url: given(url(2048)),
  /** Whether it also gets webhooks about outcomes that an answer stated. Others always come. */
  repeat_answers: given(v.boolean()),
});
export type SandboxVerification = v.InferOutput<typeof SandboxVerification>;

/** A verification is stored in the ledger like a payment of 0, and synced like one. */
export const verifySandboxMeans = defineOperation({
  name: 'sandbox.verify',
  method: 'PUT',
  path: '/verifications/{reference}',
  summary: 'Check a test card without a charge',
  auth: 'processor key',
  params: v.object({ reference: Reference }),
  body: SandboxVerification,
  response: SandboxPayment,
  errors: [],
  access: { table: ['PutItem'], sandbox: true, notifies: true },
  impact: 'Test cards cannot be verified; real payments are not concerned.',
  example: {
    params: { reference: 'pay_verification_1' },
    body: {
      processor: 'adyen_test',
      currency: 'USD',
      card: { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' },
      store: 'off_session',
    },
  },
});

/** The mandate reference of the example, which an example payment created. */
export const exampleMandateReference = 'mandate_00000000000000000000';

export const revokeSandboxMandate = defineOperation({
  name: 'sandbox.revoke-mandate',
  method: 'PUT',
  path: '/mandates/{mandate_reference}/revocation',
  summary: 'Delete the stored credential of a test payment',
  auth: 'processor key',
  params: v.object({ mandate_reference: MandateReference }),
  response: v.object({ mandate_reference: v.string(), status: v.literal('revoked') }),
  errors: ['concurrent_update'],
  access: { table: ['GetItem', 'PutItem'] },
  impact: 'Mandates of test payments cannot be revoked at the processor.',
  example: { params: { mandate_reference: exampleMandateReference } },
});

/** The verification that a caller requests, as a charge of amount 0. */
export const verificationOf = (
  keyHash: string,
  reference: string,
  body: SandboxVerification,
): Charge => ({
  keyHash,
  reference,
  processor: body.processor,
  amountMinor: 0,
  currency: body.currency,
  manualCapture: false,
  isVerification: true,
  cardNumber: body.card.number,
  ...(body.store === 'off_session' && {
    mandateReference: derivedId('mandate', keyHash, reference),
  }),
  ...(body.return_url && { returnUrl: body.return_url }),
  ...(body.notification_url && { notificationUrl: body.notification_url }),
  ...(body.repeat_answers && { repeatsAnswers: true }),
});
