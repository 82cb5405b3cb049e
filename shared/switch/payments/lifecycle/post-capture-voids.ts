// Loaded late: few payments are voided after their capture.
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { SwitchError } from '#platform/errors.ts';
import type { Payment } from '../payment.ts';
import { isPastSync, scheduleFirstSync } from '../pending-sync.ts';
import { connectorErrorOf } from './connector-error.ts';
import { checkAccepted, nextStatus } from './lifecycle.ts';
import type { OutcomeSource } from './outcome-source.ts';
import { withReportedMetadata } from './reported-metadata.ts';
import { withTransition } from './transitions.ts';

/**
 * Throws when a captured payment cannot be voided.
 *
 * @throws SwitchError `payment_unexpected_state`, `precondition_failed`
 */
export function checkPostCaptureVoid(payment: Payment): void {
  checkAccepted('cancel_post_capture', payment.status);
  if ((payment.refundCount ?? 0) > 0) {
    throw new SwitchError('precondition_failed', {
      message: 'Post-capture void cannot be performed after a refund has been issued',
    });
  }
  if (payment.postCaptureVoid?.status === 'pending') throw new SwitchError('concurrent_update');
}

/**
 * The payment as it is saved before the post-capture void is sent. From then on nothing can be
 * refunded.
 */
export function startPostCaptureVoid(
  payment: Payment,
  reason: string | undefined,
  now: Date,
): Payment {
  const at = now.toISOString();
  return {
    ...payment,
    postCaptureVoid: { status: 'pending', askedAt: at, updatedAt: at },
    refundableMinor: 0,
    attempt: {
      ...payment.attempt,
      ...(reason !== undefined && { cancellationReason: reason }),
    },
    pendingSync: scheduleFirstSync(now),
    modifiedAt: at,
  };
}

/** Applies an outcome of the post-capture void, from a response, a webhook or a sync. */
export function applyPostCaptureVoidOutcome(
  stored: Payment,
  outcome: PaymentOutcome,
  now: Date,
  source: OutcomeSource = 'response',
): Payment {
  const payment = withReportedMetadata(stored, outcome, now, source);
  const pendingVoid = payment.postCaptureVoid;
  if (pendingVoid?.status !== 'pending') return payment;
  const at = now.toISOString();
  const reference = 'connectorReference' in outcome ? outcome.connectorReference : undefined;
  const known = {
    ...pendingVoid,
    updatedAt: at,
    ...(reference !== undefined && { connectorReference: reference }),
  };
  const ended = (description?: string): Payment =>
    withTransition(
      {
        ...payment,
        postCaptureVoid: {
          ...known,
          status: 'failed',
          ...(description !== undefined && { description }),
        },
        refundableMinor: (payment.amountReceivedMinor ?? 0) - (payment.disputedMinor ?? 0),
      },
      false,
      now,
    );
  switch (outcome.result) {
    case 'voided_after_capture': {
      const status = nextStatus(payment.status, 'voided_after_capture');
      if (!status) return payment;
      const attempt = { ...payment.attempt, status: 'voided_post_charge' as const, modifiedAt: at };
      return withTransition(
        {
          ...payment,
          status,
          attempt,
          postCaptureVoid: { ...known, status: 'succeeded' },
          amountCapturableMinor: 0,
        },
        false,
        now,
      );
    }
    case 'declined':
      return source === 'response' ? ended(connectorErrorOf(outcome).message) : payment;
    case 'not_sent':
      return ended(connectorErrorOf(outcome).message);
    case 'captured':
    case 'voided':
    case 'expired':
      // The processor only released the part that was not captured. It does not find this void,
      // which is too old to arrive.
      return source === 'sync' && isPastSync(pendingVoid.askedAt, outcome, now) ? ended() : payment;
    default:
      return payment;
  }
}
