import { ownMember } from '#platform/own-member.ts';
import { shownAmount } from './amounts.ts';
import type { IntentPayment } from './charges.ts';
import { standingIntent } from './present-intent.ts';
import { seconds, suffixOf } from './wire.ts';

/** A refund as Stripe shows it; undefined when the payment has none of this id. */
export function presentRefund(payment: IntentPayment, refundId: string, now: Date) {
  const stands = standingIntent(payment, now);
  const refund = stands.refunds.find(({ reference }) => reference === refundId);
  if (!refund) return undefined;
  const { metadata = {}, reason = null } = ownMember(stands.intent.refunds, refundId) ?? {};
  return {
    id: refundId,
    object: 'refund',
    amount: shownAmount(refund.amountMinor, stands.currency),
    balance_transaction: refund.status === 'succeeded' ? `txn_${suffixOf(refundId)}` : null,
    charge: `ch_${suffixOf(stands.id)}`,
    created: seconds(refund.createdAt),
    currency: stands.currency.toLowerCase(),
    ...(refund.status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
    metadata,
    payment_intent: stands.id,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}
