import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { JsonObject } from '#platform/schema.ts';
import { NextAction } from '#vocabulary/next-action.ts';
import {
  AttemptStatus,
  CaptureStatus,
  IncrementalAuthorizationStatus,
  PaymentStatus,
  PostCaptureVoidStatus,
  terminalForSync,
} from '#vocabulary/payment-statuses.ts';
import { CustomerCopy } from '../customers/customer-copy.ts';
import { MandateInPayment } from '../mandates/mandate-in-payment.ts';
import { LinkOfPayment } from '../payment-links/link-of-payment.ts';
import { PaymentMethodStatus } from '../payment-methods/payment-method.ts';
import { RouteDecision } from '../routing/route-decision.ts';
import { Authentication } from './authentication.ts';
import { FraudCheck } from './fraud-check.ts';
import { MaskedPaymentMethodData } from './payment-method-data/payment-method-data.ts';
import { PendingSync } from './pending-sync.ts';
import { TaxedOrder } from './request/taxed-order.ts';

/** An error in the processor's words: why something failed, or why its outcome is unknown. */
export const ProcessorError = v.object({
  code: v.optional(v.string()),
  message: v.optional(v.string()),
  issuerCode: v.optional(v.string()),
  issuerMessage: v.optional(v.string()),
  /** The card network's advice on trying again. */
  networkAdviceCode: v.optional(v.string()),
  /** The operator's unified error, as it was when the error occurred. */
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

const BrowserForm = { url: v.string(), fields: v.record(v.string(), v.string()) };

/** One attempt at a payment with one connector. */
export const Attempt = v.looseObject({
  /** `{payment id}_{number}`; the connector gets it with the mark of its account. */
  id: v.string(),
  status: AttemptStatus,
  /** The net total of the authorization, in minor units. */
  amountMinor: v.number(),
  /** The authorized amount, in minor units, where the connector authorized less. */
  authorizedMinor: v.optional(v.number()),
  connectorName: v.optional(v.string()),
  connectorAccountId: v.optional(v.string()),
  connectorLabel: v.optional(v.string()),
  /**
   * The end of the number under which the processor gets the attempt; absent where it gets the id.
   */
  referenceMark: v.optional(v.string()),
  connectorTransactionId: v.optional(v.string()),
  /** Whether webhooks may name the payment, or a refund of it, only by the processor's id. */
  isFoundByConnectorId: v.optional(v.boolean()),
  /** Whether webhooks may name the mandate that the payment sets up, by the processor's id. */
  isMandateFoundByConnectorId: v.optional(v.boolean()),
  connectorReference: v.optional(v.string()),
  /** Data of the connector's adapter for later exchanges: strings, 1 KB at most. */
  connectorMetadata: v.optional(v.record(v.string(), v.string())),
  /** The processor's own id of the customer. */
  connectorCustomerId: v.optional(v.string()),
  /** The processor's id of the stored credential that the attempt set up, for further charges. */
  connectorMandateId: v.optional(v.string()),
  /** The processor's id of the stored credential that the attempt charges. */
  chargedMandateId: v.optional(v.string()),
  /**
   * The card network's id of the payment, with which other processors can charge the card again.
   */
  networkTransactionId: v.optional(v.string()),
  /** How its connector was chosen; absent where it follows from the attempt before. */
  routing: v.optional(RouteDecision),
  /** Its outcome is learned from: as one of this group of its profile's payments. */
  learning: v.optional(
    v.object({
      profileId: v.string(),
      group: v.string(),
      /** Whether it failed because the processor did not work. */
      isTechnical: v.optional(v.boolean()),
    }),
  ),
  /** Masked: never a number, a cvc or a token. */
  paymentMethodData: v.optional(MaskedPaymentMethodData),
  /** The source of the card, unless the customer typed it for this payment. */
  cardDiscovery: v.optional(v.picklist(['saved_card', 'click_to_pay'])),
  /** Where the processor redirects the customer. */
  redirectUrl: v.optional(v.string()),
  /** The form that the customer's browser posts to the processor, instead of `redirectUrl`. */
  redirectForm: v.optional(v.object(BrowserForm)),
  /**
   * The form that a hidden frame of the customer's browser posts first, so that the bank knows the
   * device. `brings` names the member of its answer that is brought back.
   */
  deviceForm: v.optional(v.object({ ...BrowserForm, brings: v.optional(v.string()) })),
  /** When the connector was last asked to finish the payment after a challenge. */
  completionAskedAt: v.optional(v.string()),
  /** A hash of the data that the customer's browser brought back then, so that it is sent once. */
  completedProof: v.optional(v.string()),
  /** The processor's instructions for the customer; images are made when a response shows them. */
  nextAction: v.optional(NextAction),
  /** Whether the connector allows incremental authorization; absent when it was not requested. */
  incrementAllowed: v.optional(v.boolean()),
  /** Until when the authorization can be captured, ISO 8601. */
  captureBefore: v.optional(v.string()),
  /** Whether the connector extended the authorization; absent when it was not requested. */
  extended: v.optional(v.boolean()),
  /** When the connector last extended the authorization. */
  extendedAt: v.optional(v.string()),
  /** The fraud check of this attempt, made before its authorization. */
  fraudCheck: v.optional(FraudCheck),
  /** The external 3-D Secure authentication. */
  authentication: v.optional(Authentication),
  /** Whether the processor's own review holds the payment. */
  isHeld: v.optional(v.boolean()),
  /** The merchant's decision on a fraud review, or on a payment that its processor holds. */
  merchantDecision: v.optional(v.picklist(['approved', 'rejected'])),
  cancellationReason: v.optional(v.string()),
  /** Whether the void that was sent for it makes room for another attempt. */
  isGivenUp: v.optional(v.boolean()),
  error: v.optional(ProcessorError),
  /** When the first request was sent to the connector. */
  askedAt: v.optional(v.string()),
  createdAt: v.string(),
  modifiedAt: v.string(),
});
export type Attempt = v.InferOutput<typeof Attempt>;

/** A capture of a part of the authorized amount, or of all of it. */
export const Capture = v.looseObject({
  /** `{attempt id}_{sequence}`; the connector gets it with the mark of its account. */
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

/** A request for incremental authorization, with its outcome. */
export const Increment = v.looseObject({
  /** `auth_{20 characters}_{number}`; also the idempotency key that the connector gets. */
  id: v.string(),
  status: IncrementalAuthorizationStatus,
  /** The new total, in minor units. */
  amountMinor: v.number(),
  /** The amount authorized before, in minor units. */
  previousMinor: v.number(),
  /** The merchant's reason, in its own words. */
  reason: v.optional(v.string()),
  error: v.optional(ProcessorError),
  askedAt: v.string(),
  modifiedAt: v.string(),
});
export type Increment = v.InferOutput<typeof Increment>;

/** A change of a payment for which a webhook is sent. */
export const Transition = v.looseObject({
  type: v.string(),
  status: v.string(),
  at: v.string(),
  /**
   * The version of the item that contained it first; together with the type it identifies the
   * event.
   */
  version: v.number(),
});
export type Transition = v.InferOutput<typeof Transition>;

/** A card stored in the vault until its payment is confirmed. */
export const AttachedCard = v.object({
  /** The vault's token. */
  token: v.string(),
  nickName: v.optional(v.string()),
  /** Whether the card belonged to the merchant before; it stays in the vault then. */
  isMerchants: v.optional(v.boolean()),
});
export type AttachedCard = v.InferOutput<typeof AttachedCard>;

/**
 * Payment method data with secrets, attached until the confirm. Sealed with the merchant's own key,
 * in Base64, because readers of the table's stream get bytes as text.
 */
export const SealedPaymentMethodData = v.strictObject({ sealed: v.string() });
export type SealedPaymentMethodData = v.InferOutput<typeof SealedPaymentMethodData>;

/** The saved payment method that a payment uses or creates. */
export const UsedMethod = v.object({
  id: v.string(),
  status: PaymentMethodStatus,
  /**
   * When the use was recorded on the payment method: once the payment was authorized or captured.
   */
  usedAt: v.optional(v.string()),
  /**
   * For a mandate that the payment sets up: the vault's token of the card; `cardFingerprint` is the
   * vault's fingerprint of its number.
   */
  cardToken: v.optional(v.string()),
  cardFingerprint: v.optional(v.string()),
  nickName: v.optional(v.string()),
});
export type UsedMethod = v.InferOutput<typeof UsedMethod>;

/** The void of a captured payment before its settlement. */
const PostCaptureVoid = v.looseObject({
  status: PostCaptureVoidStatus,
  askedAt: v.string(),
  updatedAt: v.string(),
  connectorReference: v.optional(v.string()),
  description: v.optional(v.string()),
});

/** A payment: the merchant's request, with its latest attempt. */
export const Payment = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  profileId: v.string(),
  status: PaymentStatus,
  amountMinor: v.number(),
  currency: v.string(),
  /** All other members that the merchant stated, in the words of the API; never card data. */
  requestFields: JsonObject,
  /** The request fields that the merchant's programs decided at the last confirm. */
  decidedFields: v.optional(v.array(v.string())),
  /** The paths of fields that the client filled in and may state again. */
  clientFieldPaths: v.optional(v.array(v.string())),
  /**
   * The order for which the tax was calculated; absent when the merchant stated the tax, or there
   * is none.
   */
  taxedFor: v.optional(TaxedOrder),
  customer: v.optional(CustomerCopy),
  attachedCard: v.optional(AttachedCard),
  /** The card of the last confirm, in the vault for the merchant to ask for until then. */
  extendedCard: v.optional(v.looseObject({ token: v.string(), until: v.string() })),
  /**
   * The payment method attached until the confirm, in the words of the API when it has no secrets.
   */
  attachedMethod: v.optional(v.union([v.string(), SealedPaymentMethodData, JsonObject])),
  paymentMethod: v.optional(UsedMethod),
  /** The vault's fingerprint of the last confirmed card; only if the merchant screens cards. */
  fingerprint: v.optional(v.string()),
  mandate: v.optional(MandateInPayment),
  clientSecret: v.string(),
  /**
   * A hash of the create request under its caller's secret; present when it had an idempotency key.
   */
  requestFingerprint: v.optional(v.string()),
  /** The merchant's publishable key, for client libraries that get the payment. */
  publishableKey: v.optional(v.string()),
  /** The payment link, if the merchant requested one. */
  link: v.optional(LinkOfPayment),
  amountCapturableMinor: v.number(),
  /** In minor units; absent until something was captured. */
  amountReceivedMinor: v.optional(v.number()),
  attempt: Attempt,
  /** The attempt that a change has ended: the save stores it as an item of its own. */
  endedAttempt: v.optional(Attempt),
  attemptCount: v.number(),
  /** How often customers' browsers and apps have confirmed it. */
  clientAttempts: v.optional(v.number()),
  /** The switch's public base URL when the payment was confirmed, for the customer's addresses. */
  switchUrl: v.optional(v.string()),
  /** Whether the profile allowed manual retry when this payment was last confirmed. */
  manualRetry: v.optional(v.boolean()),
  /** The pending captures and the latest closed ones; earlier captures are items of their own. */
  captures: v.optional(v.array(Capture)),
  captureCount: v.optional(v.number()),
  /** The sum of all successful captures, in minor units. */
  chargedMinor: v.optional(v.number()),
  /** Incremental authorizations, oldest first; their number is limited. */
  increments: v.optional(v.array(Increment)),
  /** When a void was sent that has no outcome yet. */
  voidAskedAt: v.optional(v.string()),
  postCaptureVoid: v.optional(PostCaptureVoid),
  /**
   * The amount that can still be refunded, in minor units. Each refund reduces it under a condition
   * of its own.
   */
  refundableMinor: v.optional(v.number()),
  /**
   * The amount that lost disputes took, in minor units. It can no longer be refunded, so
   * `refundableMinor` may be below 0.
   */
  disputedMinor: v.optional(v.number()),
  /** The number of refunds, failed ones included. */
  refundCount: v.optional(v.number()),
  /** Of several captures: the refunded amount of each, by its sequence, in minor units. */
  refundedCaptures: v.optional(
    v.array(v.object({ sequence: v.number(), amountMinor: v.number() })),
  ),
  pendingSync: v.optional(PendingSync),
  /** When a webhook that could not be verified last caused a sync. */
  unverifiedWebhookAt: v.optional(v.string()),
  /** An operator's decision when the processor did not answer. */
  resolvedManually: v.optional(
    v.object({
      at: v.string(),
      status: AttemptStatus,
      requestId: v.string(),
      reason: v.optional(v.string()),
    }),
  ),
  /**
   * The latest transitions, oldest first, from which events can be derived again; their number is
   * limited.
   */
  transitions: v.array(Transition),
  createdAt: v.string(),
  modifiedAt: v.string(),
  expiresAt: v.string(),
  version: v.number(),
});
export type Payment = v.InferOutput<typeof Payment>;

export const isManual = ({ requestFields }: Pick<Payment, 'requestFields'>) =>
  requestFields.capture_method === 'manual' || requestFields.capture_method === 'manual_multiple';

/** The attempt without the challenge of its customer. */
export function withoutChallenge(attempt: Attempt): Attempt {
  const { redirectUrl: _, redirectForm: __, deviceForm: ___, nextAction: ____, ...rest } = attempt;
  return rest;
}

/** Whether the customer is led to the processor, by an address or a form, or to our page before. */
export const isRedirected = ({ attempt }: Pick<Payment, 'attempt'>): boolean =>
  (attempt.redirectUrl ?? attempt.redirectForm ?? attempt.deviceForm) !== undefined;

/** The attempt without its merchant's decision on the fraud review. */
export function withoutMerchantDecision({ attempt }: Pick<Payment, 'attempt'>): Attempt {
  const { merchantDecision: _, ...rest } = attempt;
  return rest;
}

/** Statuses in which the connector may know more than the switch. */
const askable: readonly PaymentStatus[] = [
  'processing',
  'requires_customer_action',
  'requires_merchant_action',
  'requires_capture',
  'partially_authorized_and_requires_capture',
  'partially_captured_and_capturable',
];

/** Whether a sync of the payment makes sense. */
export const mayBeSynced = ({ status, attempt, postCaptureVoid }: Payment): boolean =>
  attempt.askedAt !== undefined &&
  (postCaptureVoid?.status === 'pending' ||
    (askable.includes(status) && !terminalForSync.has(attempt.status)));

/** Throws `payment_not_found` when the caller acts for another profile than the payment's. */
export function checkProfile(payment: Payment, { profileId }: { readonly profileId?: string }) {
  if (profileId !== undefined && payment.profileId !== profileId) {
    throw new SwitchError('payment_not_found');
  }
}

/** Compares the secret before it checks the expiry; that order is part of the API. */
export function checkClientSecret(payment: Payment, clientSecret: string, now: Date): void {
  if (clientSecret !== payment.clientSecret) throw new SwitchError('client_secret_mismatch');
  if (now.getTime() > Date.parse(payment.expiresAt)) throw new SwitchError('client_secret_expired');
}
