import { disputesOf } from '../ledger-disputes.ts';
import type { LedgerPayment } from '../ledger-payment.ts';
import type { IntentPayment } from './charges.ts';
import { presentDispute } from './present-dispute.ts';
import { presentIntent, standingIntent } from './present-intent.ts';
import { presentRefund } from './present-refund.ts';

/** An event's type, and the object that it is about. */
export interface StripeHappening {
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
}

const intentEvents: Readonly<Record<LedgerPayment['state'], string>> = {
  succeeded: 'payment_intent.succeeded',
  authorized: 'payment_intent.amount_capturable_updated',
  challenged: 'payment_intent.requires_action',
  processing: 'payment_intent.processing',
  failed: 'payment_intent.payment_failed',
  voided: 'payment_intent.canceled',
  voided_after_capture: 'payment_intent.canceled',
};

const setupEvents: Readonly<Partial<Record<LedgerPayment['state'], string>>> = {
  succeeded: 'setup_intent.succeeded',
  challenged: 'setup_intent.requires_action',
  failed: 'setup_intent.setup_failed',
  voided: 'setup_intent.canceled',
};

/** The event of an intent as it stands now; undefined where Stripe has none. */
export function intentHappening(payment: IntentPayment, now: Date): StripeHappening | undefined {
  const stands = standingIntent(payment, now);
  const events = payment.intent.object === 'payment_intent' ? intentEvents : setupEvents;
  const type = events[stands.state];
  return type === undefined ? undefined : { type, object: asJson(presentIntent(stands, now)) };
}

/** The event of a refund that is decided; undefined while it is pending. */
export function refundHappening(
  payment: IntentPayment,
  refundId: string,
  now: Date,
): StripeHappening | undefined {
  const refund = presentRefund(payment, refundId, now);
  return refund && refund.status !== 'pending'
    ? { type: 'charge.refund.updated', object: refund }
    : undefined;
}

/** The event of a dispute; `isOpening` marks its first event. */
export function disputeHappening(
  payment: IntentPayment,
  ledgerId: string,
  { isOpening, now }: { readonly isOpening: boolean; readonly now: Date },
): StripeHappening | undefined {
  const object = presentDispute(payment, ledgerId, now);
  if (!object) return undefined;
  const isClosed = ['won', 'lost', 'warning_closed'].includes(object.status);
  const type = isOpening ? 'created' : isClosed ? 'closed' : 'updated';
  return { type: `charge.dispute.${type}`, object };
}

/**
 * A change that was expected at a time and happened by itself; undefined when it did not, because
 * the customer, the merchant or an earlier decision was faster.
 */
export function expectedHappening(
  payment: IntentPayment,
  { at, refundId, disputeId }: Expected,
  now: Date,
): StripeHappening | undefined {
  const stands = standingIntent(payment, now);
  if (refundId !== undefined) return refundHappening(stands, refundId, now);
  if (disputeId === undefined) {
    return stands.settledAt === at ? intentHappening(stands, now) : undefined;
  }
  const dispute = disputesOf(stands).find(({ id }) => id === disputeId);
  if (dispute?.opensAt === at) {
    return disputeHappening(stands, disputeId, { isOpening: true, now });
  }
  return dispute?.updatedAt === at
    ? disputeHappening(stands, disputeId, { isOpening: false, now })
    : undefined;
}

interface Expected {
  readonly at: string;
  readonly refundId?: string | undefined;
  readonly disputeId?: string | undefined;
}

const asJson = (object: object): Readonly<Record<string, unknown>> => ({ ...object });
