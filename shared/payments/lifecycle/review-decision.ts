import { SwitchError } from '../../errors.ts';
import { isManual, type Payment } from '../payment.ts';
import { startCapture } from './captures.ts';
import { checkAccepted, nextStatus, refusalOf } from './lifecycle.ts';
import { withTransition } from './transitions.ts';
import { startVoid } from './voids.ts';

/** What approving a payment leads to: it is like any other from then on, or is captured at once. */
export type Approval =
  | { readonly kind: 'awaiting_capture'; readonly payment: Payment }
  | ({ readonly kind: 'capture'; readonly captureMinor: number } & Pick<
      ReturnType<typeof startCapture>,
      'payment' | 'capture'
    >);

/**
 * The payment that its merchant approves although it is risky, as it is saved. What is captured by
 * hand waits for that; everything else is captured now, `amountToCapture` minor units of it or all.
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
    throw new SwitchError('amount_too_large_to_capture');
  }
  const { payment: capturing, capture } = startCapture(decided, captureMinor, now);
  return { kind: 'capture', captureMinor, payment: capturing, capture };
}

function releaseAuthorization(payment: Payment, now: Date): Payment {
  const isPart = payment.attempt.authorizedMinor !== undefined;
  const status = nextStatus(payment.status, isPart ? 'authorized_partly' : 'authorized');
  if (!status) throw refusalOf('approve', payment.status);
  const attempt = {
    ...payment.attempt,
    status: isPart ? ('partially_authorized' as const) : ('authorized' as const),
    modifiedAt: now.toISOString(),
  };
  return withTransition({ ...payment, status, attempt }, false, now);
}

/**
 * The payment that its merchant rejects, as it is saved before its connector is asked to give back what
 * it holds. It has failed once that is certain, for the reason that the check has found.
 *
 * @throws SwitchError `payment_unexpected_state`
 */
export function rejectReview(payment: Payment, reason: string | undefined, now: Date): Payment {
  checkAccepted('reject', payment.status);
  const attempt = { ...payment.attempt, merchantDecision: 'rejected' as const };
  return startVoid({ ...payment, attempt }, reason, now);
}
