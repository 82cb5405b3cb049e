import type { DisputeOutcome, DisputeReference } from './interface/disputes.ts';
import type { Capture, Increment, PaymentOutcome } from './interface/payments.ts';
import type { PayoutOutcome } from './interface/payouts.ts';
import type { RefundOutcome } from './interface/refunds.ts';

/** The amount and currency that an answer must have. */
export interface Expected {
  readonly amountMinor: number;
  readonly currency: string;
  /** Another amount that is valid too. */
  readonly incrementedMinor?: number;
}

/** The outcome, or `integrity_mismatch` when its amount or currency differs from the request. */
export const checkPaymentIntegrity = (
  outcome: PaymentOutcome,
  expected: Expected,
): PaymentOutcome => checkIntegrity(outcome, expected, []);

/** The same check for a capture, whose answer states the capture's own amount. */
export function checkCaptureIntegrity(outcome: PaymentOutcome, expected: Capture): PaymentOutcome {
  const captured = outcome.result === 'captured' ? outcome.capturedMinor : undefined;
  const { captureMinor: amountMinor, currency } = expected;
  return checkIntegrity(
    outcome,
    { amountMinor, currency },
    captured === undefined ? [] : [captured],
  );
}

/** The same check for an increment, whose answer states the new total. */
export const checkIncrementIntegrity = (
  outcome: PaymentOutcome,
  expected: Increment,
): PaymentOutcome =>
  outcome.result === 'authorized'
    ? checkIntegrity(outcome, { amountMinor: expected.totalMinor, currency: expected.currency }, [])
    : outcome;

/** The same check for a refund. */
export function checkRefundIntegrity(outcome: RefundOutcome, expected: Expected): RefundOutcome {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  const fields = mismatchedFields(expected, outcome);
  if (fields === '') return outcome;
  const { connectorRefundId, amountMinor = expected.amountMinor } = outcome;
  const { currency = expected.currency, connectorMetadata } = outcome;
  return {
    result: 'integrity_mismatch',
    fields,
    amountMinor,
    currency,
    ...(connectorRefundId !== undefined && { connectorRefundId }),
    ...(connectorMetadata && { connectorMetadata }),
  };
}

/** The same check for a payout. */
export function checkPayoutIntegrity(outcome: PayoutOutcome, expected: Expected): PayoutOutcome {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  const fields = mismatchedFields(expected, outcome);
  if (fields === '') return outcome;
  const { connectorTransactionId, amountMinor = expected.amountMinor } = outcome;
  const { currency = expected.currency } = outcome;
  return {
    result: 'integrity_mismatch',
    fields,
    amountMinor,
    currency,
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
  };
}

function checkIntegrity(
  outcome: PaymentOutcome,
  expected: Expected,
  amounts: readonly number[],
): PaymentOutcome {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  const fields = mismatchedFields(expected, outcome, amounts);
  if (fields === '') return outcome;
  const { connectorTransactionId, connectorReference, connectorMetadata } = outcome;
  const { currency = expected.currency } = outcome;
  return {
    result: 'integrity_mismatch',
    fields,
    amountMinor: outcome.amountMinor ?? amounts[0] ?? expected.amountMinor,
    currency,
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
    ...(connectorReference !== undefined && { connectorReference }),
    ...(connectorMetadata && { connectorMetadata }),
  };
}

/**
 * The names of the fields that differ from the request. A field that the answer omits does not
 * differ.
 */
function mismatchedFields(
  expected: Expected,
  reported: Partial<Expected>,
  amounts: readonly number[] = [],
): string {
  const { amountMinor = expected.amountMinor, currency = expected.currency } = reported;
  const isAmountRight = [amountMinor, ...amounts].every(
    (one) => one === expected.amountMinor || one === expected.incrementedMinor,
  );
  return [
    ...(isAmountRight ? [] : ['amount']),
    ...(currency === expected.currency ? [] : ['currency']),
  ].join(',');
}

/** The outcome, or `unknown` when it is about another dispute than the request. */
export function checkDisputeIdentity(
  outcome: DisputeOutcome,
  expected: DisputeReference,
): DisputeOutcome {
  const isOther =
    outcome.result === 'reported' &&
    outcome.dispute.connectorDisputeId !== expected.connectorDisputeId;
  return isOther ? { result: 'unknown', code: 'ANOTHER_DISPUTE' } : outcome;
}
