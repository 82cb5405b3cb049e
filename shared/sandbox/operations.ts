import * as v from 'valibot';
import { processors } from '#connectors/sandbox/processors.ts';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { derivedId } from '#platform/ids.ts';
import { given, integer, JsonObject, text, url } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { CardNetwork, PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import {
  AuthorizationFields,
  authorizationOptionsOf,
  presentAuthorizationFields,
} from './authorization-changes.ts';
import { type Charge, capturedMinor, refundedMinor, standing } from './ledger.ts';
import type { LedgerCapture, LedgerPayment, LedgerRefund } from './ledger-payment.ts';
import { nextActionOf, SandboxNextAction } from './next-action.ts';
import {
  type LedgerCredential,
  mandateReferenceOf,
  networkTransactionIdOf,
} from './stored-credentials.ts';

/** The caller's reference of a payment. */
export const Reference = v.pipe(
  text(128, 1),
  v.regex(/^[\w.-]+$/, 'value contains invalid character'),
);

const ChallengeId = v.pipe(v.string(), v.regex(/^ch_[A-Za-z0-9]{20}$/));

export const SandboxCard = v.strictObject({
  number: v.pipe(v.string(), v.regex(/^\d{8,19}$/, 'expected 8 to 19 digits')),
  /** Absent when the card's expiry is unknown. */
  expiry_month: given(text(2, 1)),
  expiry_year: given(text(4, 2)),
  cvc: given(text(4)),
  holder_name: given(text(255)),
  /** The network that was chosen for a co-badged card. */
  network: given(CardNetwork),
});

/** Every other payment method, in the words of the Hyperswitch v1 API. */
const Method = v.strictObject({
  method: PaymentMethod,
  type: PaymentMethodType,
  /** The shape of its data; absent for a method without one. */
  shape: given(text(64, 1)),
  /** May hold secrets, so it is never stored. */
  data: JsonObject,
});

export const MandateReference = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

const ChargeFields = v.strictObject({
  /** The processor that the sandbox simulates. */
  processor: v.picklist(processors),
  /** In minor units. */
  amount: integer(0, Number.MAX_SAFE_INTEGER),
  currency: Currency,
  capture_method: v.picklist(['automatic', 'sequential_automatic', 'manual', 'manual_multiple']),
  card: given(SandboxCard),
  /** The payment method, when it is no card. */
  method: given(Method),
  /** The reference of a credential that an earlier payment stored. */
  mandate_reference: given(MandateReference),
  /**
   * The card network's id of an earlier payment by this card, for a charge in the customer's
   * absence.
   */
  network_transaction_id: given(text(64, 1)),
  /** Whether to store the payment source, so that it can be charged again. */
  store: given(v.picklist(['on_session', 'off_session'])),
  /**
   * Whether the authorization should allow increments, and whether it should last longer than
   * usual.
   */
  incremental_authorization: given(v.boolean()),
  extended_authorization: given(v.boolean()),
  /** Authentication data of an external 3-D Secure authentication; never stored. */
  authentication: given(
    v.strictObject({
      cryptogram: given(text(255)),
      electronic_commerce_indicator: given(text(8)),
      ds_transaction_id: given(text(64)),
      version: given(text(8)),
    }),
  ),
  /** The URL to which the customer is redirected after a challenge. */
  return_url: given(url(2048)),
  /** The URL for the processor's webhooks about the payment. */
  notification_url: given(url(2048)),
  /** Whether it also gets webhooks about outcomes that an answer stated. Others always come. */
  repeat_answers: given(v.boolean()),
});

/** Exactly one of the payment sources that can be charged. */
export const SandboxCharge = v.pipe(
  ChargeFields,
  v.check(
    ({ card, method, mandate_reference: mandateReference }) =>
      [card, method, mandateReference].filter(Boolean).length === 1,
    'expected exactly one of card, method and mandate_reference',
  ),
);
export type SandboxCharge = v.InferOutput<typeof SandboxCharge>;

const Failure = v.nullable(v.object({ code: v.string(), message: v.string() }));

export const SandboxPayment = v.object({
  id: v.string(),
  reference: v.string(),
  /** `partly_captured` means that the rest can still be captured. */
  status: v.picklist([
    'succeeded',
    'authorized',
    'partly_captured',
    'processing',
    'failed',
    'voided',
    'voided_after_capture',
  ]),
  amount: v.number(),
  amount_captured: v.number(),
  amount_refunded: v.number(),
  currency: v.string(),
  created: v.string(),
  next_action: v.nullable(SandboxNextAction),
  error: Failure,
  captures: v.array(
    v.object({
      id: v.string(),
      reference: v.string(),
      amount: v.number(),
      status: v.picklist(['charged', 'failed']),
    }),
  ),
  voided: v.boolean(),
  voided_after_capture: v.boolean(),
  ...AuthorizationFields,
  /** The reference of the stored credential, and the card network's id of this payment. */
  mandate_reference: v.optional(v.string()),
  network_transaction_id: v.optional(v.string()),
});
export type SandboxPayment = v.InferOutput<typeof SandboxPayment>;

export const SandboxCapture = v.object({
  id: v.string(),
  reference: v.string(),
  amount: v.number(),
  currency: v.string(),
  status: v.picklist(['charged', 'failed']),
  created: v.string(),
  error: Failure,
  /** The payment as it is with this capture. */
  payment: SandboxPayment,
});
export type SandboxCapture = v.InferOutput<typeof SandboxCapture>;

export const SandboxRefund = v.object({
  id: v.string(),
  reference: v.string(),
  /** The caller's reference of the payment. */
  payment: v.string(),
  amount: v.number(),
  currency: v.string(),
  status: v.picklist(['succeeded', 'pending', 'failed']),
  created: v.string(),
  error: Failure,
});
export type SandboxRefund = v.InferOutput<typeof SandboxRefund>;

/** A capture's or a refund's part of its payment, in minor units. */
const PartOfPayment = v.strictObject({ amount: integer(1, Number.MAX_SAFE_INTEGER) });

const exampleParams = { reference: 'pay_example_1' };

export const authorizeSandboxPayment = defineOperation({
  name: 'sandbox.authorize',
  method: 'PUT',
  path: '/payments/{reference}',
  summary: 'Charge a test card, or another means of payment',
  auth: 'processor key',
  params: v.object({ reference: Reference }),
  body: SandboxCharge,
  response: SandboxPayment,
  errors: [],
  access: { table: ['GetItem', 'PutItem'], sandbox: true, notifies: true },
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
  summary: 'Retrieve the outcome of a test payment',
  auth: 'processor key',
  params: v.object({ reference: Reference }),
  response: SandboxPayment,
  errors: [],
  access: { table: ['GetItem'], sandbox: true },
  impact: 'Test payments whose first answer was lost stay in processing.',
  example: { params: exampleParams },
});

/** An example payment that waits for its capture. */
const reservedParams = { reference: 'pay_reserved_1' };

export const captureSandboxPayment = defineOperation({
  name: 'sandbox.capture',
  method: 'PUT',
  path: '/payments/{reference}/captures/{capture_reference}',
  summary: 'Capture a test payment, or a part of it',
  auth: 'processor key',
  params: v.object({ reference: Reference, capture_reference: Reference }),
  body: PartOfPayment,
  response: SandboxCapture,
  errors: ['concurrent_update'],
  access: { table: ['GetItem', 'PutItem'], sandbox: true, notifies: true },
  impact: 'Test payments that were authorized cannot be captured.',
  example: {
    params: { ...reservedParams, capture_reference: 'pay_reserved_1_1' },
    body: { amount: 6540 },
  },
});

export const voidSandboxPayment = defineOperation({
  name: 'sandbox.void',
  method: 'PUT',
  path: '/payments/{reference}/void',
  summary: 'Void the authorization of a test payment, or refund its capture',
  auth: 'processor key',
  params: v.object({ reference: Reference }),
  body: v.strictObject({
    /** Gives back captured money, instead of releasing the authorization. */
    after_capture: given(v.boolean()),
  }),
  response: SandboxPayment,
  errors: ['concurrent_update'],
  access: { table: ['GetItem', 'PutItem'], sandbox: true, notifies: true },
  impact: 'Test payments cannot be given up at the processor.',
  example: { params: reservedParams, body: { after_capture: false } },
});

const exampleRefund = { ...exampleParams, refund_reference: 'ref_example' };

export const refundSandboxPayment = defineOperation({
  name: 'sandbox.refund',
  method: 'PUT',
  path: '/payments/{reference}/refunds/{refund_reference}',
  summary: 'Refund a test payment, or a part of it',
  auth: 'processor key',
  params: v.object({ reference: Reference, refund_reference: Reference }),
  body: PartOfPayment,
  response: SandboxRefund,
  errors: ['concurrent_update'],
  access: { table: ['GetItem', 'PutItem'], sandbox: true, notifies: true },
  impact: 'Test payments cannot be refunded.',
  example: { params: exampleRefund, body: { amount: 600 } },
});

export const retrieveSandboxRefund = defineOperation({
  name: 'sandbox.retrieve-refund',
  method: 'GET',
  path: '/payments/{reference}/refunds/{refund_reference}',
  summary: 'Retrieve the outcome of the refund of a test payment',
  auth: 'processor key',
  params: v.object({ reference: Reference, refund_reference: Reference }),
  response: SandboxRefund,
  errors: [],
  access: { table: ['GetItem'] },
  impact: 'Refunds of test payments whose first answer was lost stay pending.',
  example: { params: exampleRefund },
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
  isPage: true,
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
  isPage: true,
  access: { table: ['GetItem', 'PutItem'], notifies: true },
  impact: 'Testers cannot finish 3-D Secure payments.',
  example: { params: exampleChallenge, query: { confirm: 'true' } },
});

/** The charge that a caller's request asks for. */
export const chargeOf = (
  keyHash: string,
  reference: string,
  body: SandboxCharge,
  credential?: LedgerCredential,
): Charge => ({
  keyHash,
  reference,
  processor: body.processor,
  amountMinor: body.amount,
  currency: body.currency,
  manualCapture: body.capture_method.startsWith('manual'),
  ...(body.capture_method === 'manual_multiple' && { severalCaptures: true }),
  ...authorizationOptionsOf(body, body.capture_method.startsWith('manual')),
  ...chargedTo(body, credential),
  ...(body.store === 'off_session' && {
    mandateReference: derivedId('mandate', keyHash, reference),
  }),
  ...(body.network_transaction_id && { offSession: true }),
  ...(body.authentication?.cryptogram && { isAuthenticated: true }),
  ...(body.return_url && { returnUrl: body.return_url }),
  ...(body.notification_url && { notificationUrl: body.notification_url }),
  ...(body.repeat_answers && { repeatsAnswers: true }),
});

function chargedTo({ card, method }: SandboxCharge, credential: LedgerCredential | undefined) {
  if (credential) return { kept: credential };
  if (card) return { cardNumber: card.number };
  if (!method) throw new Error('A charge has a card or another method.');
  return { paidBy: { ...method, shape: method.shape ?? undefined } };
}

/**
 * A payment of the ledger as its owner sees it. `sandboxUrl` is the base URL of the challenge's
 * page.
 */
export function presentSandboxPayment(
  payment: LedgerPayment,
  sandboxUrl: string,
  now: Date,
): SandboxPayment {
  const stands = standing(payment, now);
  const { state } = stands;
  return {
    id: stands.id,
    reference: stands.reference,
    status: statusOf(stands),
    amount: stands.amountMinor,
    amount_captured: capturedMinor(stands),
    amount_refunded: refundedMinor(stands),
    currency: stands.currency,
    created: stands.createdAt,
    next_action:
      state === 'challenged'
        ? nextActionOf(stands, `${sandboxUrl.replace(/\/$/, '')}/challenges/${stands.challengeId}`)
        : null,
    error: stands.failure ?? null,
    captures: stands.captures.map(({ id, reference, amountMinor, status }) => ({
      id,
      reference,
      amount: amountMinor,
      status,
    })),
    voided: state === 'voided',
    voided_after_capture: state === 'voided_after_capture',
    ...presentAuthorizationFields(stands),
    ...namesForLater(stands),
  };
}

function namesForLater(payment: LedgerPayment) {
  const [mandate, transaction] = [mandateReferenceOf(payment), networkTransactionIdOf(payment)];
  return {
    ...(mandate !== undefined && { mandate_reference: mandate }),
    ...(transaction !== undefined && { network_transaction_id: transaction }),
  };
}

function statusOf(payment: LedgerPayment): SandboxPayment['status'] {
  const { state } = payment;
  if (state === 'challenged') return 'processing';
  return state === 'authorized' && capturedMinor(payment) > 0 ? 'partly_captured' : state;
}

/**
 * A capture as the payment's owner sees it; undefined when the ledger has none with this reference.
 */
export function presentSandboxCapture(
  payment: LedgerPayment,
  reference: string,
  sandboxUrl: string,
  now: Date,
): SandboxCapture | undefined {
  const found = payment.captures.find((one) => one.reference === reference);
  return (
    found && {
      ...presentPart(found, payment),
      status: found.status,
      payment: presentSandboxPayment(payment, sandboxUrl, now),
    }
  );
}

/**
 * A refund as the payment's owner sees it; undefined when the ledger has none with this reference.
 */
export function presentSandboxRefund(
  payment: LedgerPayment,
  reference: string,
  now: Date,
): SandboxRefund | undefined {
  const found = standing(payment, now).refunds.find((one) => one.reference === reference);
  return (
    found && {
      ...presentPart(found, payment),
      payment: payment.reference,
      status: found.status,
    }
  );
}

const presentPart = (part: LedgerCapture | LedgerRefund, { currency }: LedgerPayment) => ({
  id: part.id,
  reference: part.reference,
  amount: part.amountMinor,
  currency,
  created: part.createdAt,
  error: part.failure ?? null,
});
