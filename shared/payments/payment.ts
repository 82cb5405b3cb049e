import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { MandateInPayment } from '../mandates/mandate-in-payment.ts';
import { LinkOfPayment } from '../payment-links/link-of-payment.ts';
import { PaymentMethodStatus } from '../payment-methods/payment-method.ts';
import { JsonObject } from '../schema.ts';
import { Authentication } from './authentication.ts';
import { FraudCheck } from './fraud-check.ts';
import { NextAction } from './next-action.ts';
import { MaskedPaymentMethodData } from './payment-method-data/payment-method-data.ts';
import { PendingSync } from './pending-sync.ts';
import { CustomerDocument } from './request/payment-request.ts';
import { TaxedOrder } from './request/taxed-order.ts';
import {
  AttemptStatus,
  CaptureStatus,
  IncrementalAuthorizationStatus,
  PaymentStatus,
  PostCaptureVoidStatus,
  terminalForSync,
} from './statuses.ts';

/** Why something failed, or why we do not know yet, in the processor's words. */
export const ProcessorError = v.object({
  code: v.optional(v.string()),
  message: v.optional(v.string()),
  issuerCode: v.optional(v.string()),
  issuerMessage: v.optional(v.string()),
  /** In the operator's words, as they were when it came. */
  unified: v.optional(
    v.object({
      code: v.optional(v.string()),
      message: v.optional(v.string()),
      standardisedCode: v.optional(v.string()),
      description: v.optional(v.string()),
      userGuidance: v.optional(v.string()),
    }),
  ),
});
export type ProcessorError = v.InferOutput<typeof ProcessorError>;

/** One try at a payment with one connector. */
export const Attempt = v.looseObject({
  /** `{payment id}_{number}`; the connector's idempotency reference too. */
  id: v.string(),
  status: AttemptStatus,
  /** The net total that the connector is asked for, in minor units. */
  amountMinor: v.number(),
  /** What the connector reserved, where it is less. */
  authorizedMinor: v.optional(v.number()),
  connectorName: v.optional(v.string()),
  connectorAccountId: v.optional(v.string()),
  connectorLabel: v.optional(v.string()),
  connectorTransactionId: v.optional(v.string()),
  connectorReference: v.optional(v.string()),
  /** The processor's name for what it keeps of this, to be charged again. */
  connectorMandateId: v.optional(v.string()),
  /** The card network's name for it, by which other processors can charge the card again. */
  networkTransactionId: v.optional(v.string()),
  /** Masked: never a number, a code or a token. */
  paymentMethodData: v.optional(MaskedPaymentMethodData),
  /** How the card was found, where it was not typed for this payment. */
  cardDiscovery: v.optional(v.picklist(['saved_card', 'click_to_pay'])),
  /** Where the processor wants the customer to go. */
  redirectUrl: v.optional(v.string()),
  /** What the processor wants the customer to be shown; images are made of it when it is shown. */
  nextAction: v.optional(NextAction),
  /** Whether the connector lets more be reserved later; absent where nobody asked for that. */
  incrementAllowed: v.optional(v.boolean()),
  /** Until when the connector keeps what is reserved, ISO 8601. */
  captureBefore: v.optional(v.string()),
  /** Whether the connector keeps it for longer than usual; absent where nobody asked for that. */
  extended: v.optional(v.boolean()),
  /** When the connector last put the end of the reservation off. */
  extendedAt: v.optional(v.string()),
  /** What was found out about the risk of this attempt, before it was made. */
  fraudCheck: v.optional(FraudCheck),
  /** How the customer is authenticated beside the processor. */
  authentication: v.optional(Authentication),
  /** What the merchant decided where the fraud check left it to a person. */
  merchantDecision: v.optional(v.picklist(['approved', 'rejected'])),
  cancellationReason: v.optional(v.string()),
  error: v.optional(ProcessorError),
  /** When the connector was first asked. */
  askedAt: v.optional(v.string()),
  createdAt: v.string(),
  modifiedAt: v.string(),
});
export type Attempt = v.InferOutput<typeof Attempt>;

/** A part of the authorized amount that was captured, or that a connector is asked to capture. */
export const Capture = v.looseObject({
  /** `{attempt id}_{sequence}`; the connector's idempotency reference too. */
  id: v.string(),
  sequence: v.number(),
  status: CaptureStatus,
  amountMinor: v.number(),
  connectorCaptureId: v.optional(v.string()),
  error: v.optional(ProcessorError),
  askedAt: v.string(),
  modifiedAt: v.string(),
});
export type Capture = v.InferOutput<typeof Capture>;

/** A wish to have more reserved than was authorized, and what became of it. */
export const Increment = v.looseObject({
  /** `auth_{20 characters}_{number}`; the connector's idempotency reference too. */
  id: v.string(),
  status: IncrementalAuthorizationStatus,
  /** The new total, in minor units. */
  amountMinor: v.number(),
  /** What was authorized before. */
  previousMinor: v.number(),
  /** Why the merchant wants more, in its own words. */
  reason: v.optional(v.string()),
  error: v.optional(ProcessorError),
  askedAt: v.string(),
  modifiedAt: v.string(),
});
export type Increment = v.InferOutput<typeof Increment>;

/** Something that happened to a payment and that its merchant hears of. */
export const Transition = v.looseObject({
  type: v.string(),
  status: v.string(),
  at: v.string(),
  /** The version of the item in which it was saved: with the type it names the event for ever. */
  version: v.number(),
});
export type Transition = v.InferOutput<typeof Transition>;

/** A card that waits in the vault for its payment to be confirmed. */
export const AttachedCard = v.object({
  /** The vault's token. */
  token: v.string(),
  nickName: v.optional(v.string()),
  /** It was the merchant's before, and stays in the vault afterwards. */
  isMerchants: v.optional(v.boolean()),
});
export type AttachedCard = v.InferOutput<typeof AttachedCard>;

/**
 * What a payment was told it will be paid with, where something of it is secret: sealed with the
 * merchant's own key, in Base64, as whoever hears of the payment from the table's stream gets bytes as
 * text.
 */
export const SealedPaymentMethodData = v.strictObject({ sealed: v.string() });
export type SealedPaymentMethodData = v.InferOutput<typeof SealedPaymentMethodData>;

/** The saved payment method that a payment is made with, or that it makes. */
export const UsedMethod = v.object({
  id: v.string(),
  status: PaymentMethodStatus,
  /** When it was noted there that it was used: once money was taken or reserved. */
  usedAt: v.optional(v.string()),
  /** Of its card, for a mandate that the payment sets up: the vault's token and its fingerprint. */
  cardToken: v.optional(v.string()),
  cardFingerprint: v.optional(v.string()),
  nickName: v.optional(v.string()),
});
export type UsedMethod = v.InferOutput<typeof UsedMethod>;

/** The void of a captured payment, before it is settled. */
const PostCaptureVoid = v.looseObject({
  status: PostCaptureVoidStatus,
  askedAt: v.string(),
  updatedAt: v.string(),
  connectorReference: v.optional(v.string()),
  description: v.optional(v.string()),
});

/** What a merchant asked for, with the attempt that is under way or decided it. */
export const Payment = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  profileId: v.string(),
  status: PaymentStatus,
  amountMinor: v.number(),
  currency: v.string(),
  /** Everything else that the merchant stated, in the words of the API; never card data. */
  requestFields: JsonObject,
  /** Paths of what the payer filled in where the merchant left it open: the payer may say it anew. */
  clientFieldPaths: v.optional(v.array(v.string())),
  /** What the tax was calculated for; absent where the merchant states the tax, or there is none. */
  taxedFor: v.optional(TaxedOrder),
  customer: v.optional(
    v.looseObject({
      id: v.optional(v.string()),
      name: v.optional(v.string()),
      email: v.optional(v.string()),
      phone: v.optional(v.string()),
      phone_country_code: v.optional(v.string()),
      tax_registration_id: v.optional(v.string()),
      document_details: v.optional(CustomerDocument),
    }),
  ),
  attachedCard: v.optional(AttachedCard),
  /** What it will be paid with until it is confirmed, in the words of the API where nothing is secret. */
  attachedMethod: v.optional(v.union([v.string(), SealedPaymentMethodData, JsonObject])),
  paymentMethod: v.optional(UsedMethod),
  /** The vault's, of the card that it was last confirmed with; only where its merchant blocks cards. */
  fingerprint: v.optional(v.string()),
  mandate: v.optional(MandateInPayment),
  clientSecret: v.string(),
  /** The request that made it, hashed under its caller's secret, where it came with a key for repeats. */
  requestFingerprint: v.optional(v.string()),
  /** The merchant's, for client libraries that are handed the payment. */
  publishableKey: v.optional(v.string()),
  /** The page on which its customer pays, where the merchant wanted one. */
  link: v.optional(LinkOfPayment),
  amountCapturableMinor: v.number(),
  /** Absent until something was captured. */
  amountReceivedMinor: v.optional(v.number()),
  attempt: Attempt,
  attemptCount: v.number(),
  /** Where customers reached the switch when the payment was confirmed: the beginning of its pages. */
  switchUrl: v.optional(v.string()),
  /** Whether the profile let failed payments be confirmed again when this one was last confirmed. */
  manualRetry: v.optional(v.boolean()),
  /** Those under way and the latest of the others; earlier ones are items of their own. */
  captures: v.optional(v.array(Capture)),
  captureCount: v.optional(v.number()),
  /** What all captures that were charged come to, earlier ones included. */
  chargedMinor: v.optional(v.number()),
  /** What was asked to be reserved on top, oldest first; bounded. */
  increments: v.optional(v.array(Increment)),
  /** A void that the connector was asked for and has not answered. */
  voidAskedAt: v.optional(v.string()),
  postCaptureVoid: v.optional(PostCaptureVoid),
  /** What can still be given back. Refunds reserve by taking from it, under a condition of their own. */
  refundableMinor: v.optional(v.number()),
  /** What disputes that were lost took of it: that cannot be given back any more, so less than 0 may be left. */
  disputedMinor: v.optional(v.number()),
  /** How many refunds were ever made of it, failed ones included. */
  refundCount: v.optional(v.number()),
  pendingSync: v.optional(PendingSync),
  /** What an operator found out where a processor did not answer. */
  resolvedManually: v.optional(
    v.object({
      at: v.string(),
      status: AttemptStatus,
      requestId: v.string(),
      reason: v.optional(v.string()),
    }),
  ),
  /** The latest of what merchants heard, oldest first; bounded, so that events can be made again. */
  transitions: v.array(Transition),
  createdAt: v.string(),
  modifiedAt: v.string(),
  expiresAt: v.string(),
  version: v.number(),
});
export type Payment = v.InferOutput<typeof Payment>;

export const isManual = ({ requestFields }: Pick<Payment, 'requestFields'>) =>
  requestFields.capture_method === 'manual' || requestFields.capture_method === 'manual_multiple';

/** The attempt as it was before its merchant decided what to do about the risk. */
export function withoutMerchantDecision({ attempt }: Pick<Payment, 'attempt'>): Attempt {
  const { merchantDecision: _, ...rest } = attempt;
  return rest;
}

/** Statuses in which a connector may know more than we do. */
const askable: readonly PaymentStatus[] = [
  'processing',
  'requires_customer_action',
  'requires_merchant_action',
  'requires_capture',
  'partially_authorized_and_requires_capture',
  'partially_captured_and_capturable',
];

/** Whether it makes sense to ask the connector what became of a payment. */
export const mayBeSynced = ({ status, attempt, postCaptureVoid }: Payment): boolean =>
  attempt.askedAt !== undefined &&
  (postCaptureVoid?.status === 'pending' ||
    (askable.includes(status) && !terminalForSync.has(attempt.status)));

/** A caller who acts for a profile finds the payments of that profile alone. */
export function checkProfile(payment: Payment, { profileId }: { readonly profileId?: string }) {
  if (profileId !== undefined && payment.profileId !== profileId) {
    throw new SwitchError('payment_not_found');
  }
}

/** The order of checks is part of the API: equality comes before expiry. */
export function checkClientSecret(payment: Payment, clientSecret: string, now: Date): void {
  if (clientSecret !== payment.clientSecret) throw new SwitchError('client_secret_mismatch');
  if (now.getTime() > Date.parse(payment.expiresAt)) throw new SwitchError('client_secret_expired');
}
