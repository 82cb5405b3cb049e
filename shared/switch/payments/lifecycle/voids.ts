import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { SwitchError } from '#platform/errors.ts';
import type { AttemptStatus, PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { isUncharged } from '../authentication.ts';
import { fraudCheckError, isUnderReview } from '../fraud-check.ts';
import {
  isRedirected,
  type Payment,
  withoutChallenge,
  withoutMerchantDecision,
} from '../payment.ts';
import { isPastSync, scheduleFirstSync } from '../pending-sync.ts';
import { conflicted, hasOpenCapture, isMultiple } from './captures.ts';
import { connectorErrorOf } from './connector-error.ts';
import { givenUp } from './given-up.ts';
import { openIncrement } from './incremental-authorization.ts';
import { checkAccepted, nextStatus, type PaymentEvent, refusalOf } from './lifecycle.ts';
import type { OutcomeSource } from './outcome-source.ts';
import { withReportedMetadata } from './reported-metadata.ts';
import { withTransition } from './transitions.ts';

/** Statuses in which a cancel has to void the authorization. */
const authorizedStatuses: readonly PaymentStatus[] = [
  'requires_capture',
  'partially_captured_and_capturable',
  'partially_authorized_and_requires_capture',
];

/**
 * Whether a cancel must send a void to the connector. A challenged customer may complete the
 * challenge at any moment, so the void is sent then too, if the connector supports it.
 */
export const needsVoid = (payment: Payment, canVoid: boolean): boolean =>
  authorizedStatuses.includes(payment.status) ||
  (payment.status === 'requires_customer_action' && canVoid && !isUncharged(payment));

/** Throws when the payment cannot be cancelled: wrong status, or another change is in progress. */
export function checkCancel(payment: Payment): void {
  checkAccepted('cancel', payment.status);
  // A pending capture and a void would contradict each other.
  if (hasOpenCapture(payment) || openIncrement(payment) || payment.voidAskedAt) {
    throw new SwitchError('concurrent_update');
  }
}

/** The payment cancelled before any connector authorized it. */
export function cancelled(payment: Payment, reason: string | undefined, now: Date): Payment {
  const status = nextStatus(payment.status, 'cancelled');
  if (!status) throw refusalOf('cancel', payment.status);
  const attempt = withoutChallenge(payment.attempt);
  const { attachedCard: _, attachedMethod: __, ...before } = payment;
  return withTransition(
    {
      ...before,
      status,
      attempt: {
        ...attempt,
        status: 'voided',
        ...(reason !== undefined && { cancellationReason: reason }),
        modifiedAt: now.toISOString(),
      },
      amountCapturableMinor: 0,
    },
    false,
    now,
  );
}

/** The payment as it is saved before the void is sent. */
export function startVoid(payment: Payment, reason: string | undefined, now: Date): Payment {
  const status = nextStatus(payment.status, 'void_asked');
  if (!status) throw refusalOf('cancel', payment.status);
  const at = now.toISOString();
  const { error: _, ...attempt } = payment.attempt;
  return {
    ...payment,
    status,
    attempt: {
      ...attempt,
      status: 'void_initiated',
      ...(reason !== undefined && { cancellationReason: reason }),
      modifiedAt: at,
    },
    voidAskedAt: at,
    pendingSync: scheduleFirstSync(now),
    modifiedAt: at,
  };
}

/** Applies the response to a void. */
export function applyVoidOutcome(stored: Payment, outcome: PaymentOutcome, now: Date): Payment {
  const payment = withReportedMetadata(stored, outcome, now);
  if (!payment.voidAskedAt) return payment;
  switch (outcome.result) {
    case 'voided':
      return voided(payment, now);
    case 'declined':
      // The customer may have completed the challenge meanwhile, and a sync finds the outcome; or
      // the processor still holds the money, and may capture it after its own review.
      if (wasChallenged(payment) || payment.attempt.isHeld) {
        return restored(payment, now, connectorErrorOf(outcome));
      }
      // A captured amount stays the merchant's after any result of the void.
      return hasCaptured(payment)
        ? closeVoid(payment, 'captured_partly', 'partial_charged', now, connectorErrorOf(outcome))
        : closeVoid(payment, 'declined', 'void_failed', now, connectorErrorOf(outcome));
    case 'not_sent':
      return restored(payment, now, connectorErrorOf(outcome));
    case 'integrity_mismatch':
      return conflicted(withoutVoid(payment), outcome.fields, now);
    case 'unknown': {
      const attempt = { ...payment.attempt, error: connectorErrorOf(outcome) };
      return withTransition({ ...payment, attempt }, true, now);
    }
    case 'pending':
    case 'held':
    case 'captured':
    case 'authorized':
    case 'challenged':
    case 'expired':
    case 'voided_after_capture':
    case 'not_found':
      // Not a result of the void, so a sync has to find that.
      return withTransition(payment, true, now);
  }
}

/** Applies a sync or a webhook to a pending void. */
export function applySyncToVoid(
  payment: Payment,
  outcome: PaymentOutcome,
  now: Date,
  source: OutcomeSource = 'sync',
): Payment {
  const { voidAskedAt } = payment;
  if (!voidAskedAt) return payment;
  switch (outcome.result) {
    case 'voided':
    case 'expired':
      return voided(payment, now);
    case 'voided_after_capture':
      // A charge that was not known to be made was released like an authorization.
      return hasCaptured(payment)
        ? closeVoid(payment, 'voided_after_capture', 'voided_post_charge', now)
        : voided(payment, now);
    case 'integrity_mismatch':
      return conflicted(withoutVoid(payment), outcome.fields, now);
    case 'declined':
      // The challenge was declined before the void arrived.
      return wasChallenged(payment)
        ? closeVoid(payment, 'declined', 'failure', now, connectorErrorOf(outcome))
        : payment;
    case 'challenged':
    case 'authorized':
    case 'held':
    case 'captured':
      // The processor does not know the void, and it is too old to arrive.
      return source !== 'webhook' && isPastSync(voidAskedAt, outcome, now)
        ? restored(payment, now)
        : payment;
    default:
      return payment;
  }
}

/** A captured amount stays captured; the rest is released. */
function voided(payment: Payment, now: Date): Payment {
  const { merchantDecision, fraudCheck, isGivenUp } = payment.attempt;
  if (isGivenUp) return givenUp(withoutVoid(payment), now);
  if (merchantDecision === 'rejected') {
    const error = fraudCheck ? fraudCheckError(fraudCheck) : { message: 'Rejected by merchant' };
    return closeVoid(payment, 'declined', 'failure', now, error);
  }
  return hasCaptured(payment)
    ? closeVoid(payment, 'captured_partly', 'partial_charged', now)
    : closeVoid(payment, 'voided', 'voided', now);
}

const hasCaptured = ({ chargedMinor = 0 }: Payment) => chargedMinor > 0;

function closeVoid(
  payment: Payment,
  event: PaymentEvent,
  attemptStatus: AttemptStatus,
  now: Date,
  error?: Payment['attempt']['error'],
): Payment {
  const status = nextStatus(payment.status, event);
  if (!status) return payment;
  const { error: _, ...attempt } = payment.attempt;
  const next = {
    ...withoutVoid(payment),
    status,
    attempt: {
      ...attempt,
      status: attemptStatus,
      ...(error && { error }),
      modifiedAt: now.toISOString(),
    },
    amountCapturableMinor: 0,
  };
  return withTransition(next, false, now);
}

/** The payment as it was before a void that did not take effect. */
function restored(payment: Payment, now: Date, error?: Payment['attempt']['error']): Payment {
  const [event, attemptStatus] = statusBeforeVoid(payment);
  const status = nextStatus(payment.status, event);
  if (!status) return payment;
  const isAwaited = wasChallenged(payment) || payment.attempt.isHeld === true;
  const { isGivenUp: _, ...before } =
    event === 'held' ? withoutMerchantDecision(payment) : payment.attempt;
  const attempt = {
    ...before,
    status: attemptStatus,
    ...(error && { error }),
    modifiedAt: now.toISOString(),
  };
  return withTransition({ ...withoutVoid(payment), status, attempt }, isAwaited, now);
}

/** Whether the payment awaited the customer when it was cancelled. */
const wasChallenged = (payment: Payment) =>
  isRedirected(payment) || payment.attempt.nextAction !== undefined;

function statusBeforeVoid(payment: Payment): readonly [PaymentEvent, AttemptStatus] {
  if (wasChallenged(payment)) return ['challenged', 'authentication_pending'];
  if (isMultiple(payment) && hasCaptured(payment)) {
    return ['captured_with_rest', 'partial_charged_and_chargeable'];
  }
  if (isUnderReview(payment)) return ['held', 'unresolved'];
  return payment.attempt.authorizedMinor === undefined
    ? ['authorized', 'authorized']
    : ['authorized_partly', 'partially_authorized'];
}

function withoutVoid(payment: Payment): Payment {
  const { voidAskedAt: _, ...rest } = payment;
  return rest;
}
