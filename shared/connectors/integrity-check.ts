import type { DisputeOutcome, DisputeReference } from './interface/disputes.ts';
import type { Capture, Increment, PaymentOutcome } from './interface/payments.ts';
import type { PayoutOutcome } from './interface/payouts.ts';
import type { RefundOutcome } from './interface/refunds.ts';

/** The amount and currency that an answer must have. */
interface Expected {
  readonly amountMinor: number;
  readonly currency: string;
  /** Another amount that is valid too. */
  readonly incrementedMinor?: number;
}

/** The same of a payment or a payout. */
interface ExpectedTransaction extends Expected {
  /** The processor's own id, which the answer must repeat if it states one; absent: any. */
  readonly connectorTransactionId?: string | undefined;
  readonly isNamedByMerchant?: boolean;
}

interface ExpectedRefund extends Expected {
  readonly connectorRefundId?: string | undefined;
}

/**
 * The outcome for an answer about another transaction than ours: it decides nothing about ours,
 * whatever it contains.
 */
const ofAnother = {
  result: 'unknown',
  code: 'ANOTHER_TRANSACTION',
  message: 'Connector answered about another transaction',
} as const;

/** Whether a check found an outcome to be about another transaction than ours. */
export const isOfAnother = (outcome: { readonly result: string; readonly code?: string }) =>
  outcome.result === ofAnother.result && outcome.code === ofAnother.code;

/** Whether two ids of a processor name different transactions; an unknown one may be any. */
export const isOtherId = (known: string | undefined, reported: string | undefined): boolean =>
  known !== undefined && reported !== undefined && known !== reported;

/**
 * The outcome, or `integrity_mismatch` when its amount or currency differs from the request, or
 * when more was authorized or captured than requested; `unknown` when it is about another payment.
 */
export function checkPaymentIntegrity(
  outcome: PaymentOutcome,
  expected: ExpectedTransaction,
): PaymentOutcome {
  const checked = checkIntegrity(outcome, expected, []);
  if (checked !== outcome) return checked;
  const mostMinor = Math.max(expected.amountMinor, expected.incrementedMinor ?? 0);
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  const most = Math.max(...sumsIn(outcome));
  return most > mostMinor ? mismatch(outcome, expected, 'amount', most) : outcome;
}

/** An outcome in which the processor reports the payment. */
type Said = Exclude<PaymentOutcome, { readonly result: 'not_found' | 'not_sent' }>;

/** The sums that a processor states beside the amount of the payment, in minor units. */
const sumsIn = (outcome: Said): readonly number[] => [
  statedCapturedMinor(outcome),
  ...(outcome.result === 'authorized' ? [outcome.authorizedMinor ?? 0] : []),
];

/**
 * The captured amount that the processor states, in total or by its captures, in minor units; else
 * 0.
 */
export function statedCapturedMinor(outcome: PaymentOutcome): number {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return 0;
  const charged = (outcome.captures ?? []).filter(({ status }) => status === 'charged');
  const sum = charged.reduce((minor, { amountMinor }) => minor + amountMinor, 0);
  return outcome.result === 'captured' ? Math.max(sum, outcome.capturedMinor ?? 0) : sum;
}

/** The same check for a capture, whose answer states the capture's own amount. */
export function checkCaptureIntegrity(outcome: PaymentOutcome, expected: Capture): PaymentOutcome {
  const captured = outcome.result === 'captured' ? outcome.capturedMinor : undefined;
  const { captureMinor: amountMinor } = expected;
  return checkIntegrity(
    outcome,
    { ...expected, amountMinor },
    captured === undefined ? [] : [captured],
  );
}

/** The same check for an increment, whose answer states the new total. */
export const checkIncrementIntegrity = (
  outcome: PaymentOutcome,
  expected: Increment,
): PaymentOutcome =>
  outcome.result === 'authorized'
    ? checkIntegrity(outcome, { ...expected, amountMinor: expected.totalMinor }, [])
    : outcome;

/** The same check for a refund. */
export function checkRefundIntegrity(
  outcome: RefundOutcome,
  expected: ExpectedRefund,
): RefundOutcome {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  if (isOtherId(expected.connectorRefundId, outcome.connectorRefundId)) return ofAnother;
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
export function checkPayoutIntegrity(
  outcome: PayoutOutcome,
  expected: ExpectedTransaction,
): PayoutOutcome {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  if (isOtherId(expected.connectorTransactionId, outcome.connectorTransactionId)) return ofAnother;
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
  expected: ExpectedTransaction,
  amounts: readonly number[],
): PaymentOutcome {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  const { connectorTransactionId, isNamedByMerchant } = expected;
  if (!isNamedByMerchant && isOtherId(connectorTransactionId, outcome.connectorTransactionId)) {
    return ofAnother;
  }
  const fields = mismatchedFields(expected, outcome, amounts);
  return fields === '' ? outcome : mismatch(outcome, expected, fields, amounts[0]);
}

function mismatch(
  outcome: Said,
  expected: Expected,
  fields: string,
  reportedMinor = expected.amountMinor,
): PaymentOutcome {
  const { connectorTransactionId, connectorReference, connectorMetadata } = outcome;
  const { currency = expected.currency } = outcome;
  return {
    result: 'integrity_mismatch',
    fields,
    amountMinor: outcome.amountMinor ?? reportedMinor,
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
