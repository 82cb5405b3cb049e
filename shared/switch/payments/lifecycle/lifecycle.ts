import { SwitchError } from '#platform/errors.ts';
import type { PaymentStatus } from '#vocabulary/payment-statuses.ts';

/** The operations of callers on an existing payment. */
export type PaymentOperation =
  | 'update'
  | 'confirm'
  | 'capture'
  | 'cancel'
  | 'cancel_post_capture'
  | 'incremental_authorization'
  | 'extend_authorization'
  | 'session_tokens'
  | 'post_session_tokens'
  | 'complete_authorize'
  | 'update_metadata'
  | 'approve'
  | 'reject'
  | 'refund';

/** An event in a payment's lifecycle, from any cause. */
export type PaymentEvent =
  /** An update with a payment method, and an update without one. */
  | 'described'
  | 'undescribed'
  /** The authorization is about to be sent to the processor. */
  | 'confirmed'
  /** The customer must complete a challenge. */
  | 'challenged'
  /** The customer was authenticated, and the authorization is about to be sent. */
  | 'resumed'
  | 'authorized'
  | 'authorized_partly'
  /** Authorized, but under review by the fraud check or the processor before any capture. */
  | 'held'
  | 'captured'
  /** A part was captured and the rest was released. */
  | 'captured_partly'
  /** A part was captured and the rest is still capturable. */
  | 'captured_with_rest'
  | 'declined'
  /** The processor reports another amount or currency. */
  | 'contradicted'
  | 'expired'
  | 'capture_asked'
  | 'void_asked'
  | 'voided'
  | 'voided_after_capture'
  /** Cancelled before any processor authorized it. */
  | 'cancelled'
  /** The customer has left the attempt, and no processor can charge it any more. */
  | 'given_up'
  /** A capture that had succeeded is reported as failed. */
  | 'capture_failed'
  /** An operator's decision when the processor never answers, or was never asked. */
  | 'resolved_captured'
  | 'resolved_failed'
  | 'resolved_voided';

type Moves = Readonly<Partial<Record<PaymentEvent, PaymentStatus>>>;

/** The moves that an outcome makes from a status that awaits one. */
const answers = {
  authorized: 'requires_capture',
  authorized_partly: 'partially_authorized_and_requires_capture',
  captured: 'succeeded',
  captured_partly: 'partially_captured',
  captured_with_rest: 'partially_captured_and_capturable',
  declined: 'failed',
  contradicted: 'conflicted',
  expired: 'expired',
  voided: 'cancelled',
  // Charged and given back while its answer was awaited.
  voided_after_capture: 'cancelled_post_capture',
} as const satisfies Moves;

/** The moves from an authorized status, requested by us or made in the processor's dashboard. */
const fromAuthorized = {
  capture_asked: 'processing',
  void_asked: 'processing',
  captured: 'succeeded',
  captured_partly: 'partially_captured',
  captured_with_rest: 'partially_captured_and_capturable',
  contradicted: 'conflicted',
  expired: 'expired',
  voided: 'cancelled',
  voided_after_capture: 'cancelled_post_capture',
} as const satisfies Moves;

/** An operator's decision about a payment of which no processor was asked. */
const withoutCharge = {
  resolved_failed: 'failed',
  resolved_voided: 'cancelled',
} as const satisfies Moves;

const manualResolution = {
  resolved_captured: 'succeeded',
  ...withoutCharge,
} as const satisfies Moves;

/**
 * A payment's lifecycle: the events that each status allows, and the status they lead to. Any other
 * outcome changes nothing, and any other request is refused.
 */
export const lifecycle: Readonly<Record<PaymentStatus, Moves>> = {
  requires_payment_method: {
    described: 'requires_confirmation',
    undescribed: 'requires_payment_method',
    confirmed: 'processing',
    cancelled: 'cancelled',
    ...withoutCharge,
  },
  requires_confirmation: {
    described: 'requires_confirmation',
    undescribed: 'requires_payment_method',
    confirmed: 'processing',
    cancelled: 'cancelled',
    ...withoutCharge,
  },
  processing: {
    challenged: 'requires_customer_action',
    // With several captures, another one may be pending already.
    capture_asked: 'processing',
    held: 'requires_merchant_action',
    given_up: 'requires_payment_method',
    ...answers,
  },
  requires_customer_action: {
    challenged: 'requires_customer_action',
    cancelled: 'cancelled',
    given_up: 'requires_payment_method',
    resumed: 'processing',
    void_asked: 'processing',
    held: 'requires_merchant_action',
    ...answers,
  },
  requires_merchant_action: {
    ...fromAuthorized,
    // The processor's own review declined it.
    declined: 'failed',
    // Approved: from here on like any authorized payment.
    authorized: 'requires_capture',
    authorized_partly: 'partially_authorized_and_requires_capture',
  },
  requires_capture: fromAuthorized,
  partially_authorized_and_requires_capture: fromAuthorized,
  partially_captured_and_capturable: {
    ...fromAuthorized,
    capture_asked: 'partially_captured_and_capturable',
    // A captured amount stays captured.
    voided: 'partially_captured',
    expired: 'partially_captured',
  },
  partially_captured_and_processing: {},
  succeeded: { voided_after_capture: 'cancelled_post_capture', capture_failed: 'review' },
  partially_captured: { voided_after_capture: 'cancelled_post_capture' },
  // A manual retry: a new attempt.
  failed: { confirmed: 'processing' },
  cancelled: {},
  cancelled_post_capture: {},
  conflicted: manualResolution,
  expired: {},
  review: manualResolution,
};

/** The status after an event; undefined when the status does not allow the event. */
export const nextStatus = (status: PaymentStatus, event: PaymentEvent): PaymentStatus | undefined =>
  lifecycle[status][event];

/** Whether one event leads from a status to the other, or they are the same. */
export const isLawful = (from: PaymentStatus, to: PaymentStatus): boolean =>
  from === to || Object.values(lifecycle[from]).includes(to);

/** Statuses in which a client may still act on the payment, as in Hyperswitch v1. */
const goingOn: readonly PaymentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_customer_action',
  'requires_merchant_action',
  'requires_capture',
  'processing',
  'cancelled',
  'partially_captured',
  'partially_captured_and_capturable',
  'partially_authorized_and_requires_capture',
  'partially_captured_and_processing',
  'conflicted',
  'expired',
  'cancelled_post_capture',
];

/** The statuses that allow each operation. An operation may add conditions of its own. */
export const acceptedIn: Readonly<Record<PaymentOperation, readonly PaymentStatus[]>> = {
  update: ['requires_payment_method', 'requires_confirmation'],
  // A failed payment only if its profile allows manual retry.
  confirm: ['requires_payment_method', 'requires_confirmation', 'failed'],
  // A processing payment only with several captures.
  capture: [
    'requires_capture',
    'partially_captured_and_capturable',
    'partially_authorized_and_requires_capture',
    'processing',
  ],
  // Hyperswitch v1 also answers `cancelled` for captured, expired and conflicting payments, without
  // moving any money. No client can rely on that.
  cancel: [
    'requires_payment_method',
    'requires_confirmation',
    'requires_customer_action',
    'requires_capture',
    'partially_captured_and_capturable',
    'partially_authorized_and_requires_capture',
  ],
  cancel_post_capture: ['succeeded', 'partially_captured'],
  incremental_authorization: ['requires_capture'],
  extend_authorization: ['requires_capture', 'partially_authorized_and_requires_capture'],
  session_tokens: goingOn,
  // Hyperswitch v1 refuses only failed and succeeded payments. After the confirm no order is of
  // use.
  post_session_tokens: ['requires_payment_method', 'requires_confirmation'],
  complete_authorize: goingOn,
  update_metadata: [
    'requires_customer_action',
    'requires_capture',
    'succeeded',
    'failed',
    'partially_captured',
    'partially_captured_and_capturable',
  ],
  // Hyperswitch v1 accepts both in further statuses, where there is nothing to decide.
  approve: ['requires_merchant_action'],
  reject: ['requires_merchant_action'],
  refund: ['succeeded', 'partially_captured'],
};

/** The operation's name in its refusal. */
const calledInRefusal: Readonly<Partial<Record<PaymentOperation, string>>> = {
  incremental_authorization: 'increment authorization',
  extend_authorization: 'extend authorization',
  session_tokens: 'create a session token for',
  post_session_tokens: 'create a session token for',
  complete_authorize: 'confirm',
};

/** Throws `payment_unexpected_state` when the status does not allow the operation. */
export function checkAccepted(operation: PaymentOperation, status: PaymentStatus): void {
  const refusal = refusalIn(operation, status);
  if (refusal) throw refusal;
}

/** The refusal of the operation; undefined when the status allows it. */
export const refusalIn = (operation: PaymentOperation, status: PaymentStatus) =>
  acceptedIn[operation].includes(status) ? undefined : refusalOf(operation, status);

export function refusalOf(operation: PaymentOperation, status: PaymentStatus): SwitchError {
  switch (operation) {
    case 'capture':
      return new SwitchError('payment_not_capturable', {
        current: 'payment.status',
        state: status,
        expected: 'requires_capture, partially_captured_and_capturable, processing',
      });
    case 'refund':
      return new SwitchError('payment_not_refundable', { status });
    case 'extend_authorization':
    case 'incremental_authorization':
    case 'session_tokens':
    case 'post_session_tokens':
    case 'complete_authorize':
    case 'update':
    case 'update_metadata':
    case 'approve':
    case 'reject':
    case 'confirm':
    case 'cancel':
    case 'cancel_post_capture':
      return new SwitchError('payment_unexpected_state', {
        action: calledInRefusal[operation] ?? operation,
        status,
      });
  }
}
