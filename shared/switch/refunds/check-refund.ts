import { SwitchError } from '#platform/errors.ts';
import { firstThatApplies } from '#platform/first-that-applies.ts';
import { refusalIn } from '../payments/lifecycle/lifecycle.ts';
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
 * Checks a refund request and returns the amount to refund, in minor units. The order of the
 * refusals decides which error a request with several mistakes gets, so it is part of the API.
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
  refuseBy(refundRefusals, payment, { amountMinor, request, limits, now });
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
  refuseBy([wrongStatus, voided, tooMuch, tooMany], payment, { amountMinor, limits });
}

/**
 * By how much the processor says that it captured more than was asked for, in minor units. That is
 * never refunded, because it may not be there.
 */
export const overcapturedMinor = ({ amountReceivedMinor = 0, attempt }: Payment): number =>
  Math.max(0, amountReceivedMinor - attempt.amountMinor);

/** A refund that is asked for. */
interface Asked {
  readonly amountMinor: number;
  readonly request: RefundRequestFacts;
  readonly limits: RefundLimits;
  readonly now: Date;
}

type Refusal<Facts = Asked> = (payment: Payment, asked: Facts) => SwitchError | undefined;

function refuseBy<Facts>(refusals: readonly Refusal<Facts>[], payment: Payment, facts: Facts) {
  const refusal = firstThatApplies(refusals, payment, facts);
  if (refusal) throw refusal;
}

const wrongStatus: Refusal<unknown> = ({ status }) => refusalIn('refund', status);

/**
 * A post-capture void blocks every refund. Its error explains more than `refund_exceeds_captured`.
 */
const voided: Refusal<Pick<Asked, 'amountMinor'>> = (payment, { amountMinor }) => {
  const { postCaptureVoid, amountReceivedMinor = 0 } = payment;
  return postCaptureVoid &&
    postCaptureVoid.status !== 'failed' &&
    amountMinor <= amountReceivedMinor
    ? new SwitchError('precondition_failed', {
        message: 'Refund void cannot be performed after a post-capture void has been issued',
      })
    : undefined;
};

const tooMuch: Refusal<Pick<Asked, 'amountMinor'>> = (payment, { amountMinor }) => {
  const { amountReceivedMinor = 0, refundableMinor = amountReceivedMinor } = payment;
  const leftMinor = refundableMinor - overcapturedMinor(payment);
  return amountMinor > leftMinor
    ? new SwitchError('refund_exceeds_captured', { left: Math.max(0, leftMinor) })
    : undefined;
};

const nothing: Refusal = (_, { amountMinor }) =>
  amountMinor <= 0 ? invalid('amount', 'positive integer') : undefined;

/**
 * The minimum applies to stated amounts only: a refund of the whole captured amount may be smaller.
 */
const tooLittle: Refusal = (_, { request: { amount } }) =>
  amount != null && amount < smallestMinor
    ? invalid('amount', `integer of at least ${smallestMinor}`)
    : undefined;

const noConnector: Refusal = ({ attempt: { connectorName, connectorAccountId } }) =>
  connectorName && connectorAccountId ? undefined : new SwitchError('successful_payment_not_found');

const otherMerchant: Refusal = (payment, { request: { merchantId } }) =>
  merchantId && merchantId !== payment.merchantId
    ? invalid('merchant_id', 'merchant_id from merchant account')
    : undefined;

const tooOld: Refusal = ({ createdAt }, { limits: { days }, now }) =>
  Math.floor((now.getTime() - Date.parse(createdAt)) / dayMs) > days
    ? invalid('created_at', `created_at not older than ${days} days`)
    : undefined;

const tooMany: Refusal<{ readonly limits: Pick<RefundLimits, 'most'> }> = (
  { refundCount = 0 },
  { limits },
) => (refundCount > limits.most ? new SwitchError('refund_limit_reached') : undefined);

const noPaymentMethod: Refusal = ({ requestFields }) =>
  requestFields.payment_method == null
    ? new SwitchError('missing_param', { field: 'payment_method' })
    : undefined;

export const refundRefusals: readonly Refusal[] = [
  wrongStatus,
  voided,
  tooMuch,
  nothing,
  tooLittle,
  noConnector,
  otherMerchant,
  tooOld,
  tooMany,
  noPaymentMethod,
];

const invalid = (field: string, expected: string) =>
  new SwitchError('invalid_data', { field, expected });
