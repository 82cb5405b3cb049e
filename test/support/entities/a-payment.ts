import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { markOf, sentReference } from '#connectors/sent-reference.ts';
import { applyOutcome } from '#switch/payments/lifecycle/apply-outcome.ts';
import { startAttempt } from '#switch/payments/lifecycle/attempts.ts';
import { applyCaptureOutcome, startCapture } from '#switch/payments/lifecycle/captures.ts';
import { newPayment } from '#switch/payments/lifecycle/new-payment.ts';
import type { Payment } from '#switch/payments/payment.ts';

export const noon = new Date('2026-01-31T12:00:00.000Z');

export const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

/** An unconfirmed payment of 25.99 EUR; the changes state only the relevant fields. */
export const aPayment = (given: Partial<Payment> = {}): Payment => ({
  ...newPayment({
    merchantId: 'merchant_1',
    id: 'pay_1',
    profileId: 'pro_1',
    amountMinor: 2_599,
    netAmountMinor: 2_599,
    currency: 'EUR',
    requestFields: {},
    sessionSeconds: 900,
    now: noon,
  }),
  ...given,
});

/** The same after its confirm was saved and before the connector has answered. */
export const aProcessingPayment = (given: Partial<Payment> = {}): Payment =>
  startAttempt(
    aPayment(given),
    {
      requestFields: given.requestFields ?? {},
      netAmountMinor: 2_599,
      connector: { name: 'stripe_test', accountId: 'mca_1', label: 'stripe_test_default' },
    },
    noon,
  );

/** The number under which the processor got an attempt or a capture of such a payment. */
export const sent = (id: string): string => sentReference(id, markOf('mca_1'));

/** The payment as it is once it was saved: its events are sent. */
export const asSaved = (payment: Payment): Payment => ({
  ...payment,
  version: payment.version + 1,
});

/** The payment after news of its current attempt. */
export const afterOutcome = (
  payment: Payment,
  outcome: PaymentOutcome,
  now = noon,
  settling?: 'response' | 'sync',
): Payment => applyOutcome(payment, { attemptId: payment.attempt.id, outcome }, now, settling);

/** One whose 25.99 EUR are reserved, and wait for one capture or for several. */
export const anAuthorizedPayment = (
  capture_method: 'manual' | 'manual_multiple' = 'manual',
  terms: Payment['requestFields'] = {},
): Payment =>
  asSaved(
    afterOutcome(aProcessingPayment({ requestFields: { capture_method, ...terms } }), {
      result: 'authorized',
    }),
  );

/** One that was paid at once. */
export const aPaidPayment = (): Payment =>
  asSaved(afterOutcome(aProcessingPayment(), { result: 'captured' }));

/** The payment, saved before, after one more capture and the connector's answer to it. */
export function captured(
  payment: Payment,
  amountMinor: number,
  outcome: PaymentOutcome = { result: 'captured' },
  now = noon,
): Payment {
  const { payment: asked, capture } = startCapture(asSaved(payment), amountMinor, now);
  return applyCaptureOutcome(asked, capture.id, outcome, now);
}
