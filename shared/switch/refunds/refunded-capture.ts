import type { Capture, Payment } from '../payments/payment.ts';

type Captured = Pick<Payment, 'captures' | 'refundedCaptures'>;

/**
 * The capture that a refund gives back, where the processor has its own id of it: the newest
 * charged one with enough left, else the newest.
 */
export function captureToRefund(payment: Captured, amountMinor: number): Capture | undefined {
  const charged = chargedIn(payment).reverse();
  return charged.find((capture) => leftOf(capture, payment) >= amountMinor) ?? charged[0];
}

/**
 * The number of that capture, by which the payment counts the rest of each capture; undefined where
 * the payment has only one.
 */
export const sequenceToCount = (
  payment: Captured,
  capture: Capture | undefined,
): number | undefined => (chargedIn(payment).length > 1 ? capture?.sequence : undefined);

/**
 * The payment's count for a refund's capture, in minor units: a positive amount when the refund
 * takes it, a negative one when it gives it back because it failed. Empty where nothing is counted.
 */
export const countOf = (
  { captureSequence: sequence }: { readonly captureSequence?: number | undefined },
  amountMinor: number,
): { append?: { refundedCaptures: NonNullable<Payment['refundedCaptures']> } } =>
  sequence === undefined ? {} : { append: { refundedCaptures: [{ sequence, amountMinor }] } };

const chargedIn = ({ captures = [] }: Captured): Capture[] =>
  captures.filter(
    ({ status, connectorCaptureId }) => status === 'charged' && connectorCaptureId !== undefined,
  );

const leftOf = ({ sequence, amountMinor }: Capture, { refundedCaptures = [] }: Captured): number =>
  refundedCaptures
    .filter((one) => one.sequence === sequence)
    .reduce((left, one) => left - one.amountMinor, amountMinor);
