import { SwitchError } from '#platform/errors.ts';
import { isManual, type Payment } from '../payment.ts';
import { startCapture } from './captures.ts';
import { checkAccepted, nextStatus, refusalOf } from './lifecycle.ts';
import { withTransition } from './transitions.ts';
import { startVoid } from './voids.ts';

/** The result of an approval: the payment awaits its capture, or is captured at once. */
export type Approval =
  | { readonly kind: 'awaiting_capture'; readonly payment: Payment }
  | ({ readonly kind: 'capture'; readonly captureMinor: number } & Pick<
      ReturnType<typeof startCapture>,
      'payment' | 'capture'
    >);

/**
 * Approves a payment under review, as it is saved. With manual capture it then awaits its capture.
 * Otherwise `amountToCapture` minor units, or all, are captured at once.
 *
 * @throws SwitchError `payment_unexpected_state`, `invalid_data`, `amount_too_large_to_capture`
 */
export function approveReview(
  payment: Payment,
  amountToCapture: number | null | undefined,
  now: Date,
): Approval {
  checkAccepted('approve', payment.status);
  const decided: Payment = {
    ...payment,
    attempt: { ...payment.attempt, merchantDecision: 'approved' },
  };
  if (isManual(payment))
    return { kind: 'awaiting_capture', payment: releaseAuthorization(decided, now) };
  const captureMinor = amountToCapture ?? payment.amountCapturableMinor;
  if (captureMinor <= 0) {
    throw new SwitchError('invalid_data', { field: 'amount', expected: 'positive integer' });
  }
  if (captureMinor > payment.amountCapturableMinor) {
    throw new SwitchError('amount_too_large_to_capture', {
      left: payment.amountCapturableMinor,
    });
  }
  const { payment: capturing, capture } = startCapture(decided, captureMinor, now);
  return { kind: 'capture', captureMinor, payment: capturing, capture };
}

function releaseAuthorization(payment: Payment, now: Date): Payment {
  const isPart = payment.attempt.authorizedMinor !== undefined;
  const status = nextStatus(payment.status, isPart ? 'authorized_partly' : 'authorized');
  if (!status) throw refusalOf('approve', payment.status);
  const { isHeld: _, ...held } = payment.attempt;
  const attempt = {
    ...held,
    status: isPart ? ('partially_authorized' as const) : ('authorized' as const),
    modifiedAt: now.toISOString(),
  };
  return withTransition({ ...payment, status, attempt }, false, now);
}

/**
 * Rejects a payment under review, as it is saved before the void is sent. It fails once the void
 * has succeeded, for the reason that the fraud check gave.
 *
 * @throws SwitchError `payment_unexpected_state`
 */
export function rejectReview(payment: Payment, reason: string | undefined, now: Date): Payment {
  checkAccepted('reject', payment.status);
  const attempt = { ...payment.attempt, merchantDecision: 'rejected' as const };
  return startVoid({ ...payment, attempt }, reason, now);
}
