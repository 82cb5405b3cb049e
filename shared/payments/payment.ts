import * as v from 'valibot';
import type { PaymentOutcome } from '../connectors/connector.ts';
import { SwitchError } from '../errors.ts';
import { randomText } from '../ids.ts';
import { JsonObject } from '../schema.ts';
import { MaskedPaymentMethodData } from './payment-method-data.ts';
import { CustomerDocument } from './request.ts';
import { AttemptStatus, PaymentStatus, statusOf, terminalForSync } from './statuses.ts';

/** Why an attempt failed, or why we do not know yet, in the processor's words. */
const AttemptError = v.object({
  code: v.optional(v.string()),
  message: v.optional(v.string()),
  issuerCode: v.optional(v.string()),
  issuerMessage: v.optional(v.string()),
});

/** One try at a payment with one connector. */
export const Attempt = v.looseObject({
  /** `{payment id}_{number}`; the connector's idempotency reference too. */
  id: v.string(),
  status: AttemptStatus,
  /** The net total that the connector is asked for, in minor units. */
  amountMinor: v.number(),
  connectorName: v.optional(v.string()),
  connectorAccountId: v.optional(v.string()),
  connectorLabel: v.optional(v.string()),
  connectorTransactionId: v.optional(v.string()),
  connectorReference: v.optional(v.string()),
  /** Masked: never a number, a code or a token. */
  paymentMethodData: v.optional(MaskedPaymentMethodData),
  redirectUrl: v.optional(v.string()),
  error: v.optional(AttemptError),
  /** When the connector was first asked. */
  askedAt: v.optional(v.string()),
  createdAt: v.string(),
  modifiedAt: v.string(),
});
export type Attempt = v.InferOutput<typeof Attempt>;

/** Something that happened to a payment and that its merchant hears of. */
export const Transition = v.looseObject({
  type: v.string(),
  status: PaymentStatus,
  at: v.string(),
  /** The version of the payment in which it was saved: with the type it names the event for ever. */
  version: v.number(),
});
export type Transition = v.InferOutput<typeof Transition>;

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
  clientSecret: v.string(),
  /** The merchant's, for client libraries that are handed the payment. */
  publishableKey: v.optional(v.string()),
  amountCapturableMinor: v.number(),
  /** Absent until something was captured. */
  amountReceivedMinor: v.optional(v.number()),
  attempt: Attempt,
  attemptCount: v.number(),
  /** The latest of what merchants heard, oldest first; bounded, so that events can be made again. */
  transitions: v.array(Transition),
  createdAt: v.string(),
  modifiedAt: v.string(),
  expiresAt: v.string(),
  version: v.number(),
});
export type Payment = v.InferOutput<typeof Payment>;

type PaymentEvent =
  | 'described'
  | 'confirmed'
  | 'captured'
  | 'captured_partly'
  | 'authorized'
  | 'challenged'
  | 'declined'
  | 'contradicted';

const answers = {
  captured: 'succeeded',
  captured_partly: 'partially_captured',
  authorized: 'requires_capture',
  declined: 'failed',
  contradicted: 'conflicted',
} as const;

/** The life of a payment up to its capture: what may happen in each status, and where that leads. */
export const lifecycle: Record<PaymentStatus, Partial<Record<PaymentEvent, PaymentStatus>>> = {
  requires_payment_method: { described: 'requires_confirmation', confirmed: 'processing' },
  requires_confirmation: { described: 'requires_confirmation', confirmed: 'processing' },
  processing: { challenged: 'requires_customer_action', ...answers },
  requires_customer_action: { challenged: 'requires_customer_action', ...answers },
  requires_merchant_action: {},
  requires_capture: { captured: 'succeeded', captured_partly: 'partially_captured' },
  succeeded: {},
  failed: {},
  cancelled: {},
  cancelled_post_capture: {},
  partially_captured: {},
  partially_captured_and_capturable: {},
  partially_authorized_and_requires_capture: {},
  partially_captured_and_processing: {},
  conflicted: {},
  expired: {},
  review: {},
};

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
  readonly publishableKey?: string;
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
    clientSecret: `${id}_secret_${randomText(20)}`,
    ...(given.publishableKey && { publishableKey: given.publishableKey }),
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
  readonly connector: {
    readonly name: string;
    readonly accountId: string;
    readonly label?: string | undefined;
  };
}

/**
 * The payment as it is saved before the connector is asked. It says whom we ask and for how much,
 * and that we have not heard: nothing that a merchant is told of yet.
 */
export function confirmed(payment: Payment, confirmation: Confirmation, now: Date): Payment {
  const status = lifecycle[payment.status].confirmed;
  if (!status) throw unexpectedState(payment, 'confirm');
  const { connector, customer, paymentMethodData, netAmountMinor, terms } = confirmation;
  const at = now.toISOString();
  return {
    ...payment,
    status,
    terms,
    ...(customer && { customer }),
    amountCapturableMinor: netAmountMinor,
    attempt: {
      ...payment.attempt,
      status: 'started',
      amountMinor: netAmountMinor,
      connectorName: connector.name,
      connectorAccountId: connector.accountId,
      ...(connector.label !== undefined && { connectorLabel: connector.label }),
      ...(paymentMethodData && { paymentMethodData }),
      askedAt: at,
      modifiedAt: at,
    },
    modifiedAt: at,
  };
}

/** How long after we asked a connector that knows nothing will never know: the asker is long gone. */
const surelyAskedMs = 60_000;

/**
 * The payment after a connector's answer, however it came: as a response, a webhook or a sync. News
 * that a payment has no use for any more leaves it as it is, and the same payment comes back.
 *
 * `settling` says that the answer came after the request was over.
 */
export function applyOutcome(
  payment: Payment,
  outcome: PaymentOutcome,
  now: Date,
  settling: 'at once' | 'later' = 'at once',
): Payment {
  const news = readOutcome(payment, outcome, now);
  if (!news) return payment;
  const status = news.event ? lifecycle[payment.status][news.event] : payment.status;
  if (!status) return payment;

  const { error: _, redirectUrl: __, ...before } = payment.attempt;
  const attempt: Attempt = {
    ...before,
    status: news.attemptStatus,
    ...echoOf(outcome),
    ...(news.error && { error: news.error }),
    ...(news.redirectUrl && { redirectUrl: news.redirectUrl }),
    modifiedAt: now.toISOString(),
  };
  const next: Payment = {
    ...payment,
    status,
    attempt,
    amountCapturableMinor: capturable(payment, attempt, settling),
    ...(news.receivedMinor !== undefined && { amountReceivedMinor: news.receivedMinor }),
  };
  const changed = status !== payment.status || attempt.status !== payment.attempt.status;
  return changed ? heard(next, now) : payment;
}

interface News {
  /** Absent: the status stays as it is. */
  readonly event?: PaymentEvent;
  readonly attemptStatus: AttemptStatus;
  readonly receivedMinor?: number;
  readonly redirectUrl?: string;
  readonly error?: NonNullable<Attempt['error']>;
}

function readOutcome(payment: Payment, outcome: PaymentOutcome, now: Date): News | undefined {
  const { attempt } = payment;
  switch (outcome.result) {
    case 'captured': {
      const receivedMinor = outcome.capturedMinor ?? attempt.amountMinor;
      return receivedMinor < attempt.amountMinor
        ? { event: 'captured_partly', attemptStatus: 'partial_charged', receivedMinor }
        : { event: 'captured', attemptStatus: 'charged', receivedMinor };
    }
    case 'authorized':
      return { event: 'authorized', attemptStatus: 'authorized' };
    case 'challenged':
      return {
        event: 'challenged',
        attemptStatus: 'authentication_pending',
        redirectUrl: outcome.redirectUrl,
      };
    case 'pending':
      // A customer who has not acted yet still has to.
      return payment.status === 'processing' ? { attemptStatus: 'pending' } : undefined;
    case 'unknown':
      return payment.status === 'processing'
        ? { attemptStatus: 'pending', ...explained(outcome) }
        : undefined;
    case 'declined':
    case 'not_sent':
      return { event: 'declined', attemptStatus: 'failure', ...explained(outcome) };
    case 'mismatched':
      return {
        event: 'contradicted',
        attemptStatus: 'integrity_failure',
        error: {
          code: 'IE',
          message: `Integrity Check Failed! Value mismatched for fields ${outcome.fields}`,
        },
      };
    case 'not_found': {
      const askedAt = Date.parse(attempt.askedAt ?? payment.modifiedAt);
      if (now.getTime() - askedAt < surelyAskedMs) return undefined;
      const message =
        'This Payment has been moved to failed as there is no response from the connector';
      return { event: 'declined', attemptStatus: 'failure', error: { message } };
    }
  }
}

function explained(
  outcome: Extract<PaymentOutcome, { result: 'declined' | 'unknown' | 'not_sent' }>,
) {
  const { code, issuerCode, issuerMessage } = outcome;
  const message = outcome.reason ?? outcome.message;
  const error = {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(issuerCode !== undefined && { issuerCode }),
    ...(issuerMessage !== undefined && { issuerMessage }),
  };
  return Object.keys(error).length > 0 ? { error } : {};
}

function echoOf(outcome: PaymentOutcome) {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return {};
  const { connectorTransactionId, connectorReference } = outcome;
  return {
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
    ...(connectorReference !== undefined && { connectorReference }),
  };
}

const nothingLeft: readonly PaymentStatus[] = ['succeeded', 'failed', 'conflicted', 'expired'];

/** What could still be captured, in minor units, the way clients of the Hyperswitch v1 API know it. */
function capturable(payment: Payment, attempt: Attempt, settling: 'at once' | 'later') {
  if (settling === 'later' && terminalForSync.has(attempt.status)) return 0;
  const manual = isManual(payment);
  return !manual && nothingLeft.includes(statusOf[attempt.status]) ? 0 : attempt.amountMinor;
}

export const isManual = ({ terms }: Pick<Payment, 'terms'>) =>
  terms.capture_method === 'manual' || terms.capture_method === 'manual_multiple';

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

/** Notes what the next save will tell the merchant. */
function heard(payment: Payment, now: Date): Payment {
  const type = eventTypes[payment.status];
  const at = now.toISOString();
  const told = payment.transitions.at(-1);
  const news =
    type && !(told?.type === type && told.status === payment.status)
      ? [{ type, status: payment.status, at, version: payment.version + 1 }]
      : [];
  return {
    ...payment,
    transitions: [...payment.transitions, ...news].slice(-keptTransitions),
    modifiedAt: at,
  };
}

/** Statuses in which a connector may know more than we do. */
const askable: readonly PaymentStatus[] = [
  'processing',
  'requires_customer_action',
  'requires_merchant_action',
  'requires_capture',
  'partially_captured_and_capturable',
];
const decided: readonly AttemptStatus[] = ['charged', 'auto_refunded', 'voided', 'failure'];

export const mayBeSynced = ({ status, attempt }: Payment) =>
  askable.includes(status) && !decided.includes(attempt.status) && attempt.askedAt !== undefined;

/** Throws what a merchant hears who confirms a payment that cannot be confirmed any more. */
export function checkConfirmable(
  payment: Payment,
  { manualRetry }: { readonly manualRetry: boolean },
): void {
  if (lifecycle[payment.status].confirmed) return;
  if (payment.status === 'failed' && !manualRetry) {
    throw new SwitchError('manual_retry_disabled', { action: 'confirm' });
  }
  throw unexpectedState(payment, 'confirm');
}

export const unexpectedState = ({ status }: Payment, action: string) =>
  new SwitchError('payment_unexpected_state', { action, status });

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
