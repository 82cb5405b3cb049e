import { SwitchError } from '#platform/errors.ts';
import { checkAccepted } from '../payments/lifecycle/lifecycle.ts';
import type { Payment } from '../payments/payment.ts';

/** The deployment's limits for refunds of a payment. */
export interface RefundLimits {
  /**
   * Once a payment has more refunds than this, failed ones included, no further refund is accepted.
   */
  readonly most: number;
  /** Whole days since the payment was created. */
  readonly days: number;
}

/** The members of a refund request that these rules read. */
export interface RefundRequestFacts {
  /** In minor units; when absent, the whole captured amount. */
  readonly amount?: number | null | undefined;
  readonly merchantId?: string | null | undefined;
}

const smallestMinor = 100;
const longestId = 30;
const dayMs = 86_400_000;

/**
 * Checks the length of the refund's identifier, before the caller is authenticated.
 *
 * @throws SwitchError `invalid_data`
 */
export function checkRefundId(id: string | null | undefined): void {
  if (id == null || id.length <= longestId) return;
  throw new SwitchError('invalid_data', {
    field: 'refund_id',
    expected: `length should be at most ${longestId} characters`,
  });
}

/**
 * The amount to refund, in minor units. Unless the merchant states one, it is the captured amount.
 */
export const refundAmount = (payment: Payment, amount?: number | null): number =>
  amount ?? payment.amountReceivedMinor ?? 0;

/**
 * Checks a refund request and returns the amount to refund, in minor units. The order of the checks
 * decides which error a request with several mistakes gets, so it is part of the API.
 *
 * @throws SwitchError `payment_not_refundable`, `refund_exceeds_captured`, `precondition_failed`,
 * `invalid_data`, `successful_payment_not_found`, `refund_limit_reached`, `missing_param`
 */
export function checkRefund(
  payment: Payment,
  request: RefundRequestFacts,
  limits: RefundLimits,
  now: Date,
): number {
  const amountMinor = refundAmount(payment, request.amount);
  checkMoney(payment, amountMinor);
  checkAmount(request.amount ?? undefined, amountMinor);
  const { connectorName, connectorAccountId } = payment.attempt;
  if (!connectorName || !connectorAccountId) throw new SwitchError('successful_payment_not_found');
  if (request.merchantId && request.merchantId !== payment.merchantId) {
    throw invalid('merchant_id', 'merchant_id from merchant account');
  }
  if (Math.floor((now.getTime() - Date.parse(payment.createdAt)) / dayMs) > limits.days) {
    throw invalid('created_at', `created_at not older than ${limits.days} days`);
  }
  checkCount(payment, limits);
  if (payment.requestFields.payment_method == null) {
    throw new SwitchError('missing_param', { field: 'payment_method' });
  }
  return amountMinor;
}

/**
 * Checks that the payment, in its current state, can still be refunded by this amount.
 *
 * @throws SwitchError `payment_not_refundable`, `refund_exceeds_captured`, `precondition_failed`,
 * `refund_limit_reached`
 */
export function checkRefundable(
  payment: Payment,
  amountMinor: number,
  limits: Pick<RefundLimits, 'most'>,
): void {
  checkMoney(payment, amountMinor);
  checkCount(payment, limits);
}

/**
 * By how much the processor says that it captured more than was asked for, in minor units. That is
 * never refunded, because it may not be there.
 */
export const overcapturedMinor = ({ amountReceivedMinor = 0, attempt }: Payment): number =>
  Math.max(0, amountReceivedMinor - attempt.amountMinor);

function checkMoney(payment: Payment, amountMinor: number): void {
  checkAccepted('refund', payment.status);
  const {
    postCaptureVoid,
    amountReceivedMinor = 0,
    refundableMinor = amountReceivedMinor,
  } = payment;
  // A post-capture void blocks every refund. Its error explains more than
  // `refund_exceeds_captured`.
  if (
    postCaptureVoid &&
    postCaptureVoid.status !== 'failed' &&
    amountMinor <= amountReceivedMinor
  ) {
    throw new SwitchError('precondition_failed', {
      message: 'Refund void cannot be performed after a post-capture void has been issued',
    });
  }
  const leftMinor = refundableMinor - overcapturedMinor(payment);
  if (amountMinor > leftMinor) {
    throw new SwitchError('refund_exceeds_captured', { left: Math.max(0, leftMinor) });
  }
}

/**
 * The minimum applies to stated amounts only: a refund of the whole captured amount may be smaller.
 */
function checkAmount(requested: number | undefined, amountMinor: number): void {
  if (amountMinor <= 0) throw invalid('amount', 'positive integer');
  if (requested !== undefined && requested < smallestMinor) {
    throw invalid('amount', `integer of at least ${smallestMinor}`);
  }
}

function checkCount({ refundCount = 0 }: Payment, { most }: Pick<RefundLimits, 'most'>): void {
  if (refundCount > most) throw new SwitchError('refund_limit_reached');
}

const invalid = (field: string, expected: string) =>
  new SwitchError('invalid_data', { field, expected });
