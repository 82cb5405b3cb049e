import type { DisputeOutcome, DisputeReference } from './interface/disputes.ts';
import type { Capture, Increment, PaymentOutcome } from './interface/payments.ts';
import type { PayoutOutcome } from './interface/payouts.ts';
import type { RefundOutcome } from './interface/refunds.ts';

/** What an answer must speak of to be believed. */
export interface Expected {
  readonly amountMinor: number;
  readonly currency: string;
  /** An amount that is right as well. */
  readonly incrementedMinor?: number;
}

/** The outcome, or `integrity_mismatch` when it speaks of another amount or currency than was asked about. */
export const checkPaymentIntegrity = (
  outcome: PaymentOutcome,
  expected: Expected,
): PaymentOutcome => checkIntegrity(outcome, expected, []);

/** The same of a capture: its answer speaks of the capture, wherever it names an amount. */
export function checkCaptureIntegrity(outcome: PaymentOutcome, expected: Capture): PaymentOutcome {
  const captured = outcome.result === 'captured' ? outcome.capturedMinor : undefined;
  const { captureMinor: amountMinor, currency } = expected;
  return checkIntegrity(
    outcome,
    { amountMinor, currency },
    captured === undefined ? [] : [captured],
  );
}

/** The same of a wish for more: its answer speaks of the new total. */
export const checkIncrementIntegrity = (
  outcome: PaymentOutcome,
  expected: Increment,
): PaymentOutcome =>
  outcome.result === 'authorized'
    ? checkIntegrity(outcome, { amountMinor: expected.totalMinor, currency: expected.currency }, [])
    : outcome;

/** The same of a refund. */
export function checkRefundIntegrity(outcome: RefundOutcome, expected: Expected): RefundOutcome {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  const fields = mismatchedFields(expected, outcome);
  if (fields === '') return outcome;
  const { connectorRefundId, amountMinor = expected.amountMinor } = outcome;
  const { currency = expected.currency } = outcome;
  return {
    result: 'integrity_mismatch',
    fields,
    amountMinor,
    currency,
    ...(connectorRefundId !== undefined && { connectorRefundId }),
  };
}

/** The same of a payout. */
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
  const { connectorTransactionId, connectorReference, currency = expected.currency } = outcome;
  return {
    result: 'integrity_mismatch',
    fields,
    amountMinor: outcome.amountMinor ?? amounts[0] ?? expected.amountMinor,
    currency,
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
    ...(connectorReference !== undefined && { connectorReference }),
  };
}

/** The names of what is said otherwise than we asked; what is not said is as we asked. */
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

/** The outcome, or `unknown` when it speaks of another dispute than was asked about. */
export function checkDisputeIdentity(
  outcome: DisputeOutcome,
  expected: DisputeReference,
): DisputeOutcome {
  const isOther =
    outcome.result === 'reported' &&
    outcome.dispute.connectorDisputeId !== expected.connectorDisputeId;
  return isOther ? { result: 'unknown', code: 'ANOTHER_DISPUTE' } : outcome;
}
