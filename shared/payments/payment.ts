import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { randomText } from '../ids.ts';
import { MandateInPayment } from '../mandates/mandate-in-payment.ts';
import { LinkOfPayment } from '../payment-links/link-of-payment.ts';
import { PaymentMethodStatus } from '../payment-methods/payment-method.ts';
import { JsonObject } from '../schema.ts';
import { Authentication } from './authentication.ts';
import { FraudCheck } from './fraud-check.ts';
import { checkAccepted, nextStatus, refusalOf } from './lifecycle.ts';
import { NextAction } from './next-action.ts';
import { MaskedPaymentMethodData } from './payment-method-data.ts';
import { CustomerDocument } from './request.ts';
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

/** That a processor has been asked and has not answered for good. */
export const Waiting = v.object({
  since: v.string(),
  /** When it is looked at again. */
  nextAt: v.string(),
  /** How often that was done. */
  checks: v.number(),
});
export type Waiting = v.InferOutput<typeof Waiting>;

/** A card that waits in the vault for its payment to be confirmed. */
export const HeldCard = v.object({
  /** The vault's token. */
  token: v.string(),
  nickName: v.optional(v.string()),
  /** It was the merchant's before, and stays in the vault afterwards. */
  isMerchants: v.optional(v.boolean()),
});
export type HeldCard = v.InferOutput<typeof HeldCard>;

/**
 * What a payment was told it will be paid with, where something of it is secret: sealed with the
 * merchant's own key, in Base64, as whoever hears of the payment from the table's stream gets bytes as
 * text.
 */
export const SealedMethod = v.strictObject({ sealed: v.string() });
export type SealedMethod = v.InferOutput<typeof SealedMethod>;

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
  terms: JsonObject,
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
  heldCard: v.optional(HeldCard),
  /** What it will be paid with until it is confirmed, in the words of the API where nothing is secret. */
  heldMethod: v.optional(v.union([v.string(), SealedMethod, JsonObject])),
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
  waiting: v.optional(Waiting),
  /** What an operator found out where a processor did not answer. */
  resolvedByHand: v.optional(
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

export interface NewPayment {
  readonly merchantId: string;
  readonly id: string;
  readonly profileId: string;
  readonly amountMinor: number;
  readonly netAmountMinor: number;
  readonly currency: string;
  readonly terms: Payment['terms'];
  readonly customer?: Payment['customer'];
  /** Masked details of what the customer pays with, where they may be kept. */
  readonly paymentMethodData?: Attempt['paymentMethodData'];
  readonly heldCard?: HeldCard;
  readonly heldMethod?: Payment['heldMethod'];
  readonly publishableKey?: string;
  readonly requestFingerprint?: string;
  readonly link?: LinkOfPayment;
  readonly sessionSeconds: number;
  readonly now: Date;
}

/** A payment that nobody has confirmed. Its first save will be version 1. */
export function newPayment(given: NewPayment): Payment {
  const { merchantId, id, profileId, amountMinor, currency, terms, customer, now } = given;
  const at = now.toISOString();
  const status = given.paymentMethodData ? 'requires_confirmation' : 'requires_payment_method';
  return {
    merchantId,
    id,
    profileId,
    status,
    amountMinor,
    currency,
    terms,
    ...(customer && { customer }),
    ...(given.heldCard && { heldCard: given.heldCard }),
    ...(given.heldMethod !== undefined && { heldMethod: given.heldMethod }),
    clientSecret: `${id}_secret_${randomText(20)}`,
    ...(given.publishableKey && { publishableKey: given.publishableKey }),
    ...(given.requestFingerprint && { requestFingerprint: given.requestFingerprint }),
    ...(given.link && { link: given.link }),
    amountCapturableMinor: 0,
    attempt: {
      id: `${id}_1`,
      status: given.paymentMethodData ? 'confirmation_awaited' : 'payment_method_awaited',
      amountMinor: given.netAmountMinor,
      ...(given.paymentMethodData && { paymentMethodData: given.paymentMethodData }),
      createdAt: at,
      modifiedAt: at,
    },
    attemptCount: 1,
    transitions: [{ type: 'payment_created', status, at, version: 1 }],
    createdAt: at,
    modifiedAt: at,
    expiresAt: new Date(now.getTime() + given.sessionSeconds * 1_000).toISOString(),
    version: 1,
  };
}

/** What a confirm adds to a payment, with the connector that will be asked. */
export interface Confirmation {
  readonly terms: Payment['terms'];
  readonly netAmountMinor: number;
  readonly customer?: Payment['customer'];
  readonly paymentMethodData?: Attempt['paymentMethodData'];
  readonly cardDiscovery?: Attempt['cardDiscovery'];
  /** What it is saved as, or will be. */
  readonly paymentMethod?: UsedMethod;
  /** The vault's, of the card. */
  readonly fingerprint?: string | undefined;
  /** The mandate that it is made with. */
  readonly mandate?: MandateInPayment;
  readonly connector: ChosenConnector;
  /** Base URL of the switch, for what customers are shown. */
  readonly switchUrl?: string | undefined;
  /** Whether the profile lets it be confirmed again should it fail. */
  readonly manualRetry?: boolean;
}

export interface ChosenConnector {
  readonly name: string;
  readonly accountId: string;
  readonly label?: string | undefined;
}

/**
 * The payment as it is saved before the connector is asked. It says whom we ask and for how much,
 * and that we have not heard: nothing that a merchant is told of yet. A payment that failed before
 * gets a new attempt; whoever saves this keeps the old one. A card that waited for it waits no more:
 * whoever saves this has it in memory, and nobody asks with it again.
 */
export function confirmed(payment: Payment, confirmation: Confirmation, now: Date): Payment {
  const status = nextStatus(payment.status, 'confirmed');
  if (!status) throw refusalOf('confirm', payment.status);
  const { connector, customer, paymentMethodData, netAmountMinor, terms } = confirmation;
  const again = payment.status === 'failed';
  const attempt = again ? nextAttempt(payment, now) : payment.attempt;
  const { manualRetry: _, heldCard: __, heldMethod: ___, ...kept } = payment;
  const { paymentMethod: ____, mandate: _____, ...before } = kept;
  const { cardDiscovery: ______, ...begun } = attempt;
  return {
    ...before,
    status,
    terms,
    ...(customer && { customer }),
    ...(confirmation.paymentMethod && { paymentMethod: confirmation.paymentMethod }),
    ...(confirmation.mandate && { mandate: confirmation.mandate }),
    ...(confirmation.fingerprint !== undefined && { fingerprint: confirmation.fingerprint }),
    ...(confirmation.manualRetry && { manualRetry: true }),
    ...(confirmation.switchUrl !== undefined && { switchUrl: confirmation.switchUrl }),
    amountCapturableMinor: netAmountMinor,
    attempt: {
      ...asked(begun, connector, now),
      amountMinor: netAmountMinor,
      ...(paymentMethodData && { paymentMethodData }),
      ...(confirmation.cardDiscovery && { cardDiscovery: confirmation.cardDiscovery }),
    },
    attemptCount: payment.attemptCount + (again ? 1 : 0),
    waiting: waitingFrom(now),
    modifiedAt: now.toISOString(),
  };
}

/**
 * The payment as it is saved before the next connector is asked, after one that was certainly not
 * reached. Whoever saves this keeps the attempt that ended.
 */
export function movedOn(payment: Payment, connector: ChosenConnector, now: Date): Payment {
  const { paymentMethodData, cardDiscovery, amountMinor, fraudCheck } = payment.attempt;
  return {
    ...payment,
    attempt: {
      ...(fraudCheck && { fraudCheck }),
      ...asked(nextAttempt(payment, now), connector, now),
      amountMinor,
      ...(paymentMethodData && { paymentMethodData }),
      ...(cardDiscovery && { cardDiscovery }),
    },
    attemptCount: payment.attemptCount + 1,
    waiting: waitingFrom(now),
    modifiedAt: now.toISOString(),
  };
}

const nextAttempt = ({ id, attemptCount, attempt }: Payment, now: Date): Attempt => ({
  id: `${id}_${attemptCount + 1}`,
  status: 'started',
  amountMinor: attempt.amountMinor,
  createdAt: now.toISOString(),
  modifiedAt: now.toISOString(),
});

const asked = (attempt: Attempt, connector: ChosenConnector, now: Date): Attempt => ({
  ...attempt,
  status: 'started',
  connectorName: connector.name,
  connectorAccountId: connector.accountId,
  ...(connector.label !== undefined && { connectorLabel: connector.label }),
  askedAt: now.toISOString(),
  modifiedAt: now.toISOString(),
});

/** What an update changes; everything else stays as it was. */
export interface Changed {
  readonly amountMinor: number;
  readonly netAmountMinor: number;
  readonly currency: string;
  readonly terms: Payment['terms'];
  readonly customer?: Payment['customer'];
  readonly paymentMethodData?: Attempt['paymentMethodData'];
  readonly heldCard?: HeldCard;
  readonly heldMethod?: Payment['heldMethod'];
}

/**
 * The payment after its merchant changed it; without a payment method it waits for one again. Whoever
 * saves this sees to the card that waited for it before.
 */
export function updated(payment: Payment, changed: Changed, now: Date): Payment {
  const { paymentMethodData, netAmountMinor, customer, ...facts } = changed;
  const status = nextStatus(payment.status, paymentMethodData ? 'described' : 'undescribed');
  if (!status) throw refusalOf('update', payment.status);
  const { paymentMethodData: _, ...attempt } = payment.attempt;
  const { heldCard: __, heldMethod: ___, ...before } = payment;
  const at = now.toISOString();
  return {
    ...before,
    ...facts,
    status,
    ...(customer && { customer }),
    attempt: {
      ...attempt,
      status: paymentMethodData ? 'confirmation_awaited' : 'payment_method_awaited',
      amountMinor: netAmountMinor,
      ...(paymentMethodData && { paymentMethodData }),
      modifiedAt: at,
    },
    modifiedAt: at,
  };
}

/** Seconds until what waits is looked at for the first time, and from then on. */
const firstLookSeconds = 60;
const nextLookSeconds = 300;
/** A customer who has not come back soon may still, and is asked after less often. */
const absentCustomerSeconds = 3_600;
const soonLooks = 5;

const plusSeconds = (now: Date, seconds: number) =>
  new Date(now.getTime() + seconds * 1_000).toISOString();

/** What waits from now on. */
export const waitingFrom = (now: Date): Waiting => ({
  since: now.toISOString(),
  nextAt: plusSeconds(now, firstLookSeconds),
  checks: 0,
});

/** The same after one more look that brought nothing for good. */
export const waitingOn = (
  waiting: Waiting,
  now: Date,
  forWhom: 'the processor' | 'the customer' = 'the processor',
): Waiting => ({
  ...waiting,
  checks: waiting.checks + 1,
  nextAt: plusSeconds(
    now,
    forWhom === 'the customer' && waiting.checks >= soonLooks
      ? absentCustomerSeconds
      : nextLookSeconds,
  ),
});

/** How long after we asked, a connector that knows nothing will never know: the asker is long gone. */
const surelyAskedMs = 60_000;

/** Whether a question that was asked then must have arrived by now, if it ever does. */
export const isLongAgo = (askedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(askedAt) >= surelyAskedMs;

export const isManual = ({ terms }: Pick<Payment, 'terms'>) =>
  terms.capture_method === 'manual' || terms.capture_method === 'manual_multiple';

/** The attempt as it was before its merchant decided what to do about the risk. */
export function undecided({ attempt }: Pick<Payment, 'attempt'>): Attempt {
  const { merchantDecision: _, ...rest } = attempt;
  return rest;
}

const eventTypes: Partial<Record<PaymentStatus, string>> = {
  succeeded: 'payment_succeeded',
  failed: 'payment_failed',
  processing: 'payment_processing',
  partially_captured_and_processing: 'payment_processing',
  requires_customer_action: 'action_required',
  requires_merchant_action: 'action_required',
  conflicted: 'action_required',
  review: 'action_required',
  cancelled: 'payment_cancelled',
  cancelled_post_capture: 'payment_cancelled_post_capture',
  expired: 'payment_expired',
  partially_captured: 'payment_captured',
  partially_captured_and_capturable: 'payment_captured',
  requires_capture: 'payment_authorized',
  partially_authorized_and_requires_capture: 'payment_partially_authorized',
};

/** An item stays small however long a payment lives; older transitions have been told long ago. */
const keptTransitions = 20;

/** Statuses in which all the money that will ever be captured has been. */
const paid: readonly PaymentStatus[] = ['succeeded', 'partially_captured'];

/**
 * The payment in the status that it has come to: what can be refunded is known once nothing more is
 * captured, and the next save tells the merchant what is new. `waits` says whether a processor, or
 * a customer, still has to be heard of.
 */
export function arrived(payment: Payment, waits: boolean, now: Date): Payment {
  const type = eventTypes[payment.status];
  const at = now.toISOString();
  // Several things may become known at once: only what is saved in the end has happened.
  const saved = payment.transitions.filter(({ version }) => version <= payment.version);
  const told = saved.at(-1);
  const isNews =
    told?.type !== type ||
    told?.status !== payment.status ||
    told?.amountMinor !== payment.amountReceivedMinor;
  const news =
    type && isNews
      ? [
          {
            type,
            status: payment.status,
            at,
            version: payment.version + 1,
            ...(payment.amountReceivedMinor !== undefined && {
              amountMinor: payment.amountReceivedMinor,
            }),
          },
        ]
      : [];
  const { waiting, ...known } = payment;
  return {
    ...known,
    ...(paid.includes(payment.status) &&
      payment.refundableMinor === undefined && {
        refundableMinor: (payment.amountReceivedMinor ?? 0) - (payment.disputedMinor ?? 0),
      }),
    ...(waits && { waiting: waiting ?? waitingFrom(now) }),
    transitions: [...saved, ...news].slice(-keptTransitions),
    modifiedAt: at,
  };
}

/** Statuses in which the customer's money was taken, or is reserved. */
const taken: readonly PaymentStatus[] = [
  ...paid,
  'requires_capture',
  'partially_authorized_and_requires_capture',
  'partially_captured_and_capturable',
];

/** Whether money was taken for a payment, or is reserved. */
export const isTaken = ({ status }: Pick<Payment, 'status'>): boolean => taken.includes(status);

/** The payment method that this payment has used, as long as nobody has noted it there. */
export function methodToNote({ status, paymentMethod }: Payment): UsedMethod | undefined {
  const isUsed = paymentMethod && paymentMethod.usedAt === undefined && taken.includes(status);
  return isUsed ? paymentMethod : undefined;
}

/** The payment once that was noted: what has paid can be paid with again. */
export const methodNoted = (payment: Payment, method: UsedMethod): Payment => ({
  ...payment,
  paymentMethod: {
    ...method,
    status: method.status === 'inactive' ? 'active' : method.status,
    usedAt: payment.modifiedAt,
  },
});

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

const retriable: readonly AttemptStatus[] = [
  'failure',
  'authentication_failed',
  'authorization_failed',
];

/** Throws what a merchant hears who confirms a payment that cannot be confirmed any more. */
export function checkConfirmable(
  payment: Payment,
  { manualRetry, now }: { readonly manualRetry: boolean; readonly now: Date },
): void {
  checkAccepted('confirm', payment.status);
  if (payment.status !== 'failed') return;
  if (!manualRetry) throw new SwitchError('manual_retry_disabled', { action: 'confirm' });
  const [createdAt, expiresAt] = [payment.createdAt, payment.expiresAt].map(Date.parse);
  if (now.getTime() - (createdAt ?? 0) > ((expiresAt ?? 0) - (createdAt ?? 0)) / 2) {
    throw new SwitchError('manual_retry_expired', { action: 'confirm' });
  }
  if (!retriable.includes(payment.attempt.status)) {
    const { status } = payment.attempt;
    throw new SwitchError('attempt_not_retriable', { action: 'confirm', status });
  }
}

/** Whether a failed payment may be confirmed again, for the field of that name; null where nobody asks. */
export function manualRetryAllowed({ manualRetry, status, attempt }: Payment): boolean | null {
  if (!manualRetry || notDecidedYet.includes(status)) return null;
  return status === 'failed' && retriable.includes(attempt.status);
}

const notDecidedYet: readonly PaymentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_customer_action',
  'requires_merchant_action',
];

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
