import { SwitchError } from '../../errors.ts';
import type { PaymentStatus } from '../statuses.ts';

/** What merchants and customers ask of a payment that is there. */
export type PaymentOperation =
  | 'update'
  | 'confirm'
  | 'capture'
  | 'cancel'
  | 'cancel_post_capture'
  | 'incremental_authorization'
  | 'extend_authorization'
  | 'session_tokens'
  | 'complete_authorize'
  | 'update_metadata'
  | 'approve'
  | 'reject'
  | 'refund';

/** What happens to a payment, whoever made it happen. */
export type PaymentEvent =
  /** An update that says what will be paid with, and one that does not. */
  | 'described'
  | 'undescribed'
  /** The processor is about to be asked for the money. */
  | 'confirmed'
  /** The customer has to act. */
  | 'challenged'
  /** The customer was authenticated, and the processor is about to be asked for the money. */
  | 'resumed'
  | 'authorized'
  | 'authorized_partly'
  /** Reserved, and a person has to look at it before any of it is taken. */
  | 'held'
  | 'captured'
  /** A part was captured and the rest is given up. */
  | 'captured_partly'
  /** A part was captured and the rest still can be. */
  | 'captured_with_rest'
  | 'declined'
  /** The processor speaks of another amount or currency. */
  | 'contradicted'
  | 'expired'
  | 'capture_asked'
  | 'void_asked'
  | 'voided'
  | 'voided_after_capture'
  /** Cancelled before any processor held money. */
  | 'cancelled'
  /** A capture that was called done has failed after all. */
  | 'capture_failed'
  /** What an operator found out by hand, where the processor will never answer. */
  | 'resolved_captured'
  | 'resolved_failed'
  | 'resolved_voided';

type Moves = Readonly<Partial<Record<PaymentEvent, PaymentStatus>>>;

/** What a processor's answer can make of a payment that waits for one. */
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
} as const satisfies Moves;

/** What a processor can do with what it holds, asked by us or at its own dashboard. */
const fromAuthorized = {
  capture_asked: 'processing',
  void_asked: 'processing',
  captured: 'succeeded',
  captured_partly: 'partially_captured',
  captured_with_rest: 'partially_captured_and_capturable',
  contradicted: 'conflicted',
  expired: 'expired',
  voided: 'cancelled',
} as const satisfies Moves;

const manualResolution = {
  resolved_captured: 'succeeded',
  resolved_failed: 'failed',
  resolved_voided: 'cancelled',
} as const satisfies Moves;

/**
 * The whole life of a payment: what may happen in each status, and where that leads. What is not here
 * does not happen: news that has no place changes nothing, and a request that has none is refused.
 */
export const lifecycle: Readonly<Record<PaymentStatus, Moves>> = {
  requires_payment_method: {
    described: 'requires_confirmation',
    undescribed: 'requires_payment_method',
    confirmed: 'processing',
    cancelled: 'cancelled',
  },
  requires_confirmation: {
    described: 'requires_confirmation',
    undescribed: 'requires_payment_method',
    confirmed: 'processing',
    cancelled: 'cancelled',
  },
  processing: {
    challenged: 'requires_customer_action',
    // Of several captures one may be under way already.
    capture_asked: 'processing',
    held: 'requires_merchant_action',
    ...answers,
  },
  requires_customer_action: {
    challenged: 'requires_customer_action',
    cancelled: 'cancelled',
    resumed: 'processing',
    void_asked: 'processing',
    held: 'requires_merchant_action',
    ...answers,
  },
  requires_merchant_action: {
    ...fromAuthorized,
    // Approved: from now on it is like any other.
    authorized: 'requires_capture',
    authorized_partly: 'partially_authorized_and_requires_capture',
  },
  requires_capture: fromAuthorized,
  partially_authorized_and_requires_capture: fromAuthorized,
  partially_captured_and_capturable: {
    ...fromAuthorized,
    capture_asked: 'partially_captured_and_capturable',
    // What was captured stays captured.
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

/** Where an event leads from a status; undefined where it has no place. */
export const nextStatus = (status: PaymentStatus, event: PaymentEvent): PaymentStatus | undefined =>
  lifecycle[status][event];

/** Whether any event leads from one status to the other, or it stays. */
export const isLawful = (from: PaymentStatus, to: PaymentStatus): boolean =>
  from === to || Object.values(lifecycle[from]).includes(to);

/** Statuses in which a client may still want something of the payment, the way the original has it. */
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

/** In which statuses each operation is taken. The conditions that an operation adds are its own. */
export const acceptedIn: Readonly<Record<PaymentOperation, readonly PaymentStatus[]>> = {
  update: ['requires_payment_method', 'requires_confirmation'],
  // A failed one only where the profile has manual retry.
  confirm: ['requires_payment_method', 'requires_confirmation', 'failed'],
  // One that is processing only while several captures are allowed.
  capture: [
    'requires_capture',
    'partially_captured_and_capturable',
    'partially_authorized_and_requires_capture',
    'processing',
  ],
  // The original also calls payments cancelled that are captured, expired or in conflict, and does
  // nothing about the money. No client can rely on that.
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
  complete_authorize: goingOn,
  update_metadata: [
    'requires_customer_action',
    'requires_capture',
    'succeeded',
    'failed',
    'partially_captured',
    'partially_captured_and_capturable',
  ],
  // The original takes both where there is nothing to decide, and does to the money what it can.
  approve: ['requires_merchant_action'],
  reject: ['requires_merchant_action'],
  refund: ['succeeded', 'partially_captured'],
};

/** How an operation is called in its refusal. */
const calledInRefusal: Readonly<Partial<Record<PaymentOperation, string>>> = {
  incremental_authorization: 'increment authorization',
  extend_authorization: 'extend authorization',
  session_tokens: 'create a session token for',
  complete_authorize: 'confirm',
};

/** Throws what a caller hears who asks for something that the payment's status does not allow. */
export function checkAccepted(operation: PaymentOperation, status: PaymentStatus): void {
  if (acceptedIn[operation].includes(status)) return;
  throw refusalOf(operation, status);
}

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
