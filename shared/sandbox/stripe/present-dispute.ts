import { ownMember } from '#platform/own-member.ts';
import { disputesOf, hasOpened } from '../ledger-disputes.ts';
import type { LedgerDispute } from '../ledger-payment.ts';
import { shownAmount } from './amounts.ts';
import type { IntentPayment } from './charges.ts';
import { standingIntent } from './present-intent.ts';
import { seconds, suffixOf } from './wire.ts';

/** The members of evidence that Stripe takes; those of the second list are ids of files. */
export const evidenceTexts = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const;
export const evidenceFiles = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const;

/**
 * The id of a dispute leads to its payment: the letters of the payment's id, and which of the
 * payment's disputes it is.
 */
const disputeIdOf = (payment: IntentPayment, index: number) => `du_${suffixOf(payment.id)}${index}`;

/** The payment and the place of a dispute among its disputes; undefined for another id. */
export function disputePlace(id: string) {
  const [, suffix, index] = /^du_(\w{20})(\d)$/.exec(id) ?? [];
  return suffix === undefined ? undefined : { intentId: `pi_${suffix}`, index: Number(index) };
}

/** Stripe's word for a dispute's status. An inquiry has words of its own. */
function statusOf({ stage, status }: LedgerDispute): string {
  const isInquiry = stage === 'inquiry';
  switch (status) {
    case 'needs_response':
    case 'under_review':
      return isInquiry ? `warning_${status}` : status;
    case 'withdrawn':
    case 'expired':
      return 'warning_closed';
    case 'accepted':
      return isInquiry ? 'warning_closed' : 'lost';
    default:
      return status;
  }
}

/** A dispute as Stripe shows it, by the ledger's id; undefined until it has opened. */
export function presentDispute(payment: IntentPayment, ledgerId: string, now: Date) {
  const stands = standingIntent(payment, now);
  const all = disputesOf(stands);
  const index = all.findIndex((one) => one.id === ledgerId && hasOpened(one, now));
  const dispute = all[index];
  if (!dispute) return undefined;
  const id = disputeIdOf(stands, index);
  const evidence = ownMember(stands.intent.evidence, id) ?? {};
  const isPast = Date.parse(dispute.dueAt) <= now.getTime();
  return {
    id,
    object: 'dispute',
    amount: shownAmount(dispute.amountMinor, stands.currency),
    balance_transactions: [],
    charge: `ch_${suffixOf(stands.id)}`,
    created: seconds(dispute.opensAt),
    currency: stands.currency.toLowerCase(),
    evidence: Object.fromEntries(
      [...evidenceTexts, ...evidenceFiles].map((name) => [name, evidence[name] ?? null]),
    ),
    evidence_details: {
      due_by: seconds(dispute.dueAt),
      has_evidence: Object.keys(evidence).length > 0,
      past_due: isPast,
      submission_count: dispute.shown === undefined ? 0 : 1,
    },
    is_charge_refundable: dispute.stage === 'inquiry',
    livemode: false,
    metadata: {},
    network_reason_code: dispute.reasonCode,
    payment_intent: stands.id,
    reason: dispute.reason,
    status: statusOf(dispute),
  };
}
