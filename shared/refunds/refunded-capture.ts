import type { Capture, Payment } from '../payments/payment.ts';

type Captured = Pick<Payment, 'captures' | 'refundedCaptures'>;

/**
 * The capture that a refund gives back, where the processor has its own id of it: the newest charged
 * one of which enough is left, else the newest. A refund that failed counts as given back all the
 * same, so the processor may have more left than this knows.
 */
export function captureToRefund(payment: Captured, amountMinor: number): Capture | undefined {
  const charged = chargedIn(payment).reverse();
  return charged.find((capture) => leftOf(capture, payment) >= amountMinor) ?? charged[0];
}

/**
 * What a new refund takes of a capture, for the payment to count; empty where the payment has one
 * capture alone.
 */
export function takenOf(
  payment: Captured,
  connectorCaptureId: string | undefined,
  amountMinor: number,
): NonNullable<Payment['refundedCaptures']> {
  const charged = chargedIn(payment);
  const capture = charged.find((one) => one.connectorCaptureId === connectorCaptureId);
  return capture && charged.length > 1 ? [{ sequence: capture.sequence, amountMinor }] : [];
}

const chargedIn = ({ captures = [] }: Captured): Capture[] =>
  captures.filter(
    ({ status, connectorCaptureId }) => status === 'charged' && connectorCaptureId !== undefined,
  );

const leftOf = ({ sequence, amountMinor }: Capture, { refundedCaptures = [] }: Captured): number =>
  refundedCaptures
    .filter((one) => one.sequence === sequence)
    .reduce((left, one) => left - one.amountMinor, amountMinor);
