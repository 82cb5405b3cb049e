import type { CapturedPart, PaymentOutcome } from '#connectors/interface/payments.ts';
import type { AttemptStatus } from '#vocabulary/payment-statuses.ts';
import type { Payment, ProcessorError } from '../payment.ts';
import { applyOutcome, isPendingSync, scheduleSyncNow } from './apply-outcome.ts';
import { hasOpenCapture, isOpen, sentCaptureReference } from './captures.ts';
import { withStatedError } from './connector-error.ts';
import { nextStatus, type PaymentEvent, refusalOf } from './lifecycle.ts';
import { withTransition } from './transitions.ts';

/** An operator's findings about an attempt, which do not decide it. */
export interface ManualNote {
  readonly error?: Pick<ProcessorError, 'code' | 'message'>;
  /** The operator's reason, stored with the payment. */
  readonly reason?: string | undefined;
  readonly requestId: string;
}

/** An operator's decision about an attempt whose processor does not answer, or was never asked. */
export interface ManualResolution extends ManualNote {
  readonly status: 'charged' | 'failure' | 'voided' | 'authorized' | 'voided_post_charge';
}

/**
 * The payment with an operator's words about its attempt. Its status stays. Returns the same object
 * when nothing was stated.
 */
export function notedManually(payment: Payment, note: ManualNote, now: Date): Payment {
  const { error, reason, requestId } = note;
  if (!error && !reason) return payment;
  const { attempt } = payment;
  const at = now.toISOString();
  const { status } = attempt;
  return {
    ...payment,
    attempt: {
      ...attempt,
      ...(error && { error: withStatedError(attempt.error, error) }),
      modifiedAt: at,
    },
    resolvedManually: { at, status, requestId, ...(reason && { reason }) },
    modifiedAt: at,
  };
}

/**
 * The payment with a sync that is due now, and an operator's words about its attempt.
 *
 * @throws SwitchError `payment_unexpected_state` when the payment awaits no outcome
 */
export function askedAgain(payment: Payment, note: ManualNote, now: Date): Payment {
  const next = scheduleSyncNow(payment, now);
  if (next === payment && !isPendingSync(payment)) throw refusalOf('update', payment.status);
  return notedManually(next, note, now);
}

/**
 * The payment as an operator found it. The lifecycle allows the same moves as for the processor's
 * outcomes; in addition, a payment in conflict or under review can be decided, and one that was
 * never confirmed can end without a charge. The result, its time and its reason stay with the
 * payment.
 *
 * @throws SwitchError `payment_unexpected_state` when the payment awaits no decision
 */
export function resolveManually(
  payment: Payment,
  resolution: ManualResolution,
  now: Date,
): Payment {
  const next = applyResolution(payment, resolution, now);
  if (next === payment) throw refusalOf('update', payment.status);
  const { status, reason, requestId } = resolution;
  const record = { at: now.toISOString(), status, requestId, ...(reason && { reason }) };
  return { ...next, resolvedManually: record };
}

function applyResolution(payment: Payment, resolution: ManualResolution, now: Date): Payment {
  const event = resolutionEvents[resolution.status];
  const status = event && nextStatus(payment.status, event);
  if (!status) {
    const attemptOutcome = {
      attemptId: payment.attempt.id,
      outcome: outcomeOf(payment, resolution),
    };
    return applyOutcome(payment, attemptOutcome, now, 'sync');
  }
  const { error: _, ...attempt } = payment.attempt;
  const receivedMinor = payment.amountReceivedMinor ?? payment.attempt.amountMinor;
  return withTransition(
    {
      ...payment,
      status,
      attempt: {
        ...attempt,
        status: resolution.status satisfies AttemptStatus,
        ...(resolution.error && { error: resolution.error }),
        modifiedAt: now.toISOString(),
      },
      amountCapturableMinor: 0,
      ...(resolution.status === 'charged' && {
        amountReceivedMinor: receivedMinor,
        chargedMinor: receivedMinor,
      }),
    },
    false,
    now,
  );
}

/** The events that decide a payment in conflict, under review or before its confirm. */
const resolutionEvents: Readonly<Partial<Record<ManualResolution['status'], PaymentEvent>>> = {
  charged: 'resolved_captured',
  failure: 'resolved_failed',
  voided: 'resolved_voided',
};

/** The operator's result as a processor's outcome. */
function outcomeOf(payment: Payment, { status, error }: ManualResolution): PaymentOutcome {
  const captures = (payment.captures ?? []).filter(isOpen);
  const parts = (as: CapturedPart['status']) =>
    captures.map((capture) => ({
      reference: sentCaptureReference(payment, capture),
      amountMinor: capture.amountMinor,
      status: as,
    }));
  switch (status) {
    case 'charged':
      return {
        result: 'captured',
        ...(hasOpenCapture(payment) && { captures: parts('charged') }),
      };
    case 'failure':
      return hasOpenCapture(payment)
        ? { result: 'authorized', captures: parts('failed') }
        : { result: 'declined', ...error };
    case 'voided':
      return { result: 'voided' };
    case 'voided_post_charge':
      return { result: 'voided_after_capture' };
    case 'authorized':
      return { result: 'authorized', captures: [] };
  }
}
