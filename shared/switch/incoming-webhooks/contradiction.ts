import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import type { PayoutOutcome } from '#connectors/interface/payouts.ts';
import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import type { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import type { PayoutStatus } from '../payouts/payout-status.ts';
import type { RefundStatus } from '../refunds/refund.ts';

/**
 * Outcomes that contradict a payment which is over in this status, in any order of arrival. An
 * outcome that only came late, such as the authorization of a payment that was captured,
 * contradicts nothing.
 */
const conflictingOutcomes: Readonly<
  Partial<Record<PaymentStatus, readonly PaymentOutcome['result'][]>>
> = {
  succeeded: ['declined', 'voided', 'expired', 'integrity_mismatch'],
  partially_captured: ['declined', 'integrity_mismatch'],
  failed: ['authorized', 'captured', 'voided_after_capture', 'integrity_mismatch'],
  cancelled: ['captured', 'voided_after_capture', 'integrity_mismatch'],
  expired: ['captured', 'voided_after_capture', 'integrity_mismatch'],
};

/** Whether a processor contradicts its earlier report of a payment. */
export const conflictsWith = (status: PaymentStatus, { result }: PaymentOutcome): boolean =>
  conflictingOutcomes[status]?.includes(result) ?? false;

const conflictingRefundOutcomes: Readonly<
  Partial<Record<RefundStatus, readonly RefundOutcome['result'][]>>
> = {
  succeeded: ['declined', 'integrity_mismatch'],
  failed: ['succeeded', 'integrity_mismatch'],
};

/** The same of a refund. */
export const refundConflictsWith = (status: RefundStatus, { result }: RefundOutcome): boolean =>
  conflictingRefundOutcomes[status]?.includes(result) ?? false;

/**
 * Outcomes that contradict a payout which is over. Money that came back is no contradiction of a
 * paid one: a sync asks about it.
 */
const conflictingPayoutOutcomes: Readonly<
  Partial<Record<PayoutStatus, readonly PayoutOutcome['result'][]>>
> = {
  success: ['cancelled', 'expired', 'ineligible', 'integrity_mismatch'],
  failed: ['paid', 'initiated', 'integrity_mismatch'],
  cancelled: ['paid', 'initiated', 'integrity_mismatch'],
  expired: ['paid', 'initiated', 'integrity_mismatch'],
  ineligible: ['paid', 'initiated', 'integrity_mismatch'],
  reversed: ['integrity_mismatch'],
};

/** The same of a payout. */
export const payoutConflictsWith = (status: PayoutStatus, { result }: PayoutOutcome): boolean =>
  conflictingPayoutOutcomes[status]?.includes(result) ?? false;
