import type { DisputeOutcome, DisputeReference } from './interface/disputes.ts';
import type { Capture, Increment, PaymentOutcome } from './interface/payments.ts';
import type { PayoutOutcome } from './interface/payouts.ts';
import type { RefundOutcome } from './interface/refunds.ts';

/** What an answer must speak of to be believed. */
export interface Expected {
  readonly amountMinor: number;
  readonly currency: string;
  /** An amount that is right as well. */
  readonly raisedMinor?: number;
}

/** The outcome, or `mismatched` when it speaks of another amount or currency than was asked about. */
export const verifiedPayment = (outcome: PaymentOutcome, asked: Expected): PaymentOutcome =>
  verified(outcome, asked, []);

/** The same of a capture: its answer speaks of the capture, wherever it names an amount. */
export function verifiedCapture(outcome: PaymentOutcome, asked: Capture): PaymentOutcome {
  const captured = outcome.result === 'captured' ? outcome.capturedMinor : undefined;
  const { captureMinor: amountMinor, currency } = asked;
  return verified(outcome, { amountMinor, currency }, captured === undefined ? [] : [captured]);
}

/** The same of a wish for more: its answer speaks of the new total. */
export const verifiedIncrement = (outcome: PaymentOutcome, asked: Increment): PaymentOutcome =>
  outcome.result === 'authorized'
    ? verified(outcome, { amountMinor: asked.totalMinor, currency: asked.currency }, [])
    : outcome;

/** The same of a refund. */
export function verifiedRefund(outcome: RefundOutcome, asked: Expected): RefundOutcome {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  const fields = differences(asked, outcome);
  if (fields === '') return outcome;
  const { connectorRefundId, amountMinor = asked.amountMinor } = outcome;
  const { currency = asked.currency } = outcome;
  return {
    result: 'mismatched',
    fields,
    amountMinor,
    currency,
    ...(connectorRefundId !== undefined && { connectorRefundId }),
  };
}

/** The same of a payout. */
export function verifiedPayout(outcome: PayoutOutcome, asked: Expected): PayoutOutcome {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  const fields = differences(asked, outcome);
  if (fields === '') return outcome;
  const { connectorTransactionId, amountMinor = asked.amountMinor } = outcome;
  const { currency = asked.currency } = outcome;
  return {
    result: 'mismatched',
    fields,
    amountMinor,
    currency,
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
  };
}

function verified(
  outcome: PaymentOutcome,
  asked: Expected,
  amounts: readonly number[],
): PaymentOutcome {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  const fields = differences(asked, outcome, amounts);
  if (fields === '') return outcome;
  const { connectorTransactionId, connectorReference, currency = asked.currency } = outcome;
  return {
    result: 'mismatched',
    fields,
    amountMinor: outcome.amountMinor ?? amounts[0] ?? asked.amountMinor,
    currency,
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
    ...(connectorReference !== undefined && { connectorReference }),
  };
}

/** The names of what is said otherwise than we asked; what is not said is as we asked. */
function differences(
  asked: Expected,
  said: Partial<Expected>,
  amounts: readonly number[] = [],
): string {
  const { amountMinor = asked.amountMinor, currency = asked.currency } = said;
  const isAmountRight = [amountMinor, ...amounts].every(
    (one) => one === asked.amountMinor || one === asked.raisedMinor,
  );
  return [
    ...(isAmountRight ? [] : ['amount']),
    ...(currency === asked.currency ? [] : ['currency']),
  ].join(',');
}

/** The outcome, or `unknown` when it speaks of another dispute than was asked about. */
export function verifiedDispute(outcome: DisputeOutcome, asked: DisputeReference): DisputeOutcome {
  const isOther =
    outcome.result === 'told' && outcome.dispute.connectorDisputeId !== asked.connectorDisputeId;
  return isOther ? { result: 'unknown', code: 'ANOTHER_DISPUTE' } : outcome;
}
