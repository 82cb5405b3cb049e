import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { applyOutcome } from './apply-outcome.ts';
import { applyCaptureOutcome } from './captures.ts';

/** Whether it takes money for an attempt that it has refused before, or never got. */
export const isLateCharge = ({ result }: PaymentOutcome): boolean =>
  result === 'authorized' || result === 'captured';

/** Saves a processor's answer to the request of an attempt. Raises an alarm about a late charge. */
export async function settleAnswer(
  payment: Payment,
  outcome: PaymentOutcome,
  { payments, clock }: Pick<PaymentServices, 'payments' | 'clock'>,
): Promise<Payment> {
  const { id: attemptId } = payment.attempt;
  const settled = await payments.settle(payment, (current) =>
    applyOutcome(current, { attemptId, outcome }, clock()),
  );
  reportLateCharge(settled, attemptId, outcome);
  return settled;
}

/**
 * The same of the answer to the request of a capture. A capture that a sync has given up as never
 * received has left the payment.
 */
export async function settleCapture(
  payment: Payment,
  captureId: string,
  outcome: PaymentOutcome,
  { payments, clock }: Pick<PaymentServices, 'payments' | 'clock'>,
): Promise<Payment> {
  const settled = await payments.settle(payment, (current) =>
    applyCaptureOutcome(current, captureId, outcome, clock()),
  );
  const isKnown = settled.captures?.some(({ id }) => id === captureId);
  if (outcome.result === 'captured' && !isKnown) {
    reportLateAnswer({ merchantId: payment.merchantId, paymentId: payment.id, captureId });
  }
  return settled;
}

/**
 * Raises the alarm about a charge of an attempt that has failed before, by a sync or a webhook, or
 * that another one has followed meanwhile. The outcome changes nothing, and an operator has to find
 * out which is true.
 */
export function reportLateCharge(
  { merchantId, id: paymentId, status, attempt }: Payment,
  attemptId: string,
  outcome: PaymentOutcome,
): void {
  const isOver = attempt.id !== attemptId || status === 'failed';
  if (isOver && isLateCharge(outcome)) reportLateAnswer({ merchantId, paymentId, attemptId });
}

/**
 * Raises the alarm about an answer that says that money has moved for something which is over
 * without any.
 *
 * @param subject its identifiers, which name no person
 */
export function reportLateAnswer(subject: Readonly<Record<string, string>>): void {
  const error = new Error('Money moved too late.');
  log.error('processor contradicts itself', error, subject);
  metric('ConflictingOutcome', 1);
}
