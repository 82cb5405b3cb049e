import type { PaymentOutcome } from '../connectors/interface/payments.ts';
import type { PayoutOutcome } from '../connectors/interface/payouts.ts';
import type { RefundOutcome } from '../connectors/interface/refunds.ts';
import type { PaymentStatus } from '../payments/statuses.ts';
import type { PayoutStatus } from '../payouts/payout-status.ts';
import type { RefundStatus } from '../refunds/refund.ts';

/**
 * News that cannot be true of a payment which is over in this status, in whatever order it came. What
 * only came late, such as the authorization of a payment that was captured, is none of it.
 */
const impossible: Readonly<Partial<Record<PaymentStatus, readonly PaymentOutcome['result'][]>>> = {
  succeeded: ['declined', 'voided', 'expired', 'mismatched'],
  partially_captured: ['declined', 'mismatched'],
  failed: ['authorized', 'captured', 'voided_after_capture', 'mismatched'],
  cancelled: ['captured', 'voided_after_capture', 'mismatched'],
  expired: ['captured', 'voided_after_capture', 'mismatched'],
};

/** Whether a processor contradicts what it said of a payment before. */
export const contradicts = (status: PaymentStatus, { result }: PaymentOutcome): boolean =>
  impossible[status]?.includes(result) ?? false;

/** Whether it takes money for a try that it has refused before, or never got. */
export const isLateMoney = ({ result }: PaymentOutcome): boolean =>
  result === 'authorized' || result === 'captured';

const impossibleOfRefund: Readonly<
  Partial<Record<RefundStatus, readonly RefundOutcome['result'][]>>
> = {
  succeeded: ['declined', 'mismatched'],
  failed: ['succeeded', 'mismatched'],
};

/** The same of a refund. */
export const contradictsRefund = (status: RefundStatus, { result }: RefundOutcome): boolean =>
  impossibleOfRefund[status]?.includes(result) ?? false;

/** What cannot be true of a payout that is over; money that came back after all is what people see to. */
const impossibleOfPayout: Readonly<
  Partial<Record<PayoutStatus, readonly PayoutOutcome['result'][]>>
> = {
  success: ['declined', 'cancelled', 'expired', 'reversed', 'ineligible', 'mismatched'],
  failed: ['paid', 'initiated', 'mismatched'],
  cancelled: ['paid', 'initiated', 'mismatched'],
  expired: ['paid', 'initiated', 'mismatched'],
  ineligible: ['paid', 'initiated', 'mismatched'],
  reversed: ['mismatched'],
};

/** The same of a payout. */
export const contradictsPayout = (status: PayoutStatus, { result }: PayoutOutcome): boolean =>
  impossibleOfPayout[status]?.includes(result) ?? false;
