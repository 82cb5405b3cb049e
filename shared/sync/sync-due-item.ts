import type { PaymentOutcome } from '../connectors/interface/payments.ts';
import { isSwitchError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metric } from '../metrics.ts';
import { stillWaits } from '../payments/lifecycle/apply-outcome.ts';
import { alarmAfterMs, slowedDown } from '../payments/lifecycle/sync-schedule.ts';
import type { Payment } from '../payments/payment.ts';
import {
  secretKeptUntil,
  withoutOverdueSecret,
} from '../payments/payment-source/attached-secret-expiry.ts';
import { waitingOn } from '../payments/pending-sync.ts';
import { type SyncServices, syncedPayment } from '../payments/sync-payment.ts';
import { type LookAtPayoutServices, lookAtPayout } from '../payouts/look-at-payout.ts';
import { type LookAtRefundServices, lookAtRefund } from '../refunds/look-at-refund.ts';

export interface GuardServices extends SyncServices, LookAtRefundServices, LookAtPayoutServices {
  readonly log: Log;
  readonly metric: Metric;
}

interface Place {
  readonly pk: string;
  readonly sk: string;
}

interface GuardRequest {
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Looks again at something that waited for a processor when it was written, or kept a secret for its
 * confirm. It is read first: a message may come twice, late, or about what has long been settled, and
 * then nothing happens. It never charges. What still waits afterwards is due again later.
 */
export async function lookAgain(
  services: GuardServices,
  { pk, sk }: Place,
  request: GuardRequest,
): Promise<void> {
  const [, ofMerchant, payoutId] = /^MERCHANT#([^#]+)#PAYOUT#([^#]+)$/.exec(pk) ?? [];
  if (ofMerchant !== undefined && payoutId !== undefined) {
    return lookAtPayout(services, { merchantId: ofMerchant, payoutId }, request);
  }
  const [, merchantId = '', paymentId = ''] = /^MERCHANT#([^#]+)#PAYMENT#([^#]+)$/.exec(pk) ?? [];
  if (sk === 'PAYMENT') return lookAtPayment(services, merchantId, paymentId, request);
  const [, refundId = ''] = /^REFUND#(.+)$/.exec(sk) ?? [];
  return lookAtRefund(services, { merchantId, paymentId, refundId }, request);
}

async function lookAtPayment(
  services: GuardServices,
  merchantId: string,
  paymentId: string,
  request: GuardRequest,
): Promise<void> {
  const { payments, clock, log, metric } = services;
  const isDue = ({ waiting }: Payment) =>
    waiting !== undefined && Date.parse(waiting.nextAt) <= clock().getTime();
  // As a rule it is over by now. What has begun to wait since has a message of its own.
  const recent = await payments.getRecent(merchantId, paymentId).catch(noneIfNotFound);
  if (!recent || !(isDue(recent) || secretKeptUntil(recent))) return;
  const payment = await payments.get(merchantId, paymentId).catch(noneIfNotFound);
  if (payment && secretKeptUntil(payment)) {
    await payments.settleOrThrow(payment, (one) => withoutOverdueSecret(one, clock()));
  }
  if (!payment?.waiting || !isDue(payment)) return;

  const looked = await syncedPayment(payment, request, services, (current, outcome) =>
    again(current, outcome, clock()),
  );
  const waitedMs = clock().getTime() - Date.parse(payment.waiting.since);
  if (
    looked.waiting &&
    looked.status !== 'requires_customer_action' &&
    waitedMs > alarmAfterMs(looked)
  ) {
    metric('WaitingTooLong', 1);
    log.error('payment waits too long for its processor', undefined, { merchantId, paymentId });
  }
}

function noneIfNotFound(error: unknown): undefined {
  if (!isSwitchError(error, 'payment_not_found')) throw error;
}

/** What still waits is due again, unless somebody else has seen to that by now. */
function again(payment: Payment, outcome: PaymentOutcome | undefined, now: Date): Payment {
  const { waiting, status } = payment;
  if (!waiting || Date.parse(waiting.nextAt) > now.getTime()) return payment;
  const isKnown = outcome !== undefined && outcome.result !== 'unknown';
  if (isKnown && !stillWaits(payment)) {
    // It was looked at because of something that we were told, and the books say that it is not so.
    const { waiting: _, ...rest } = payment;
    return rest;
  }
  const forWhom = status === 'requires_customer_action' ? 'the customer' : 'the processor';
  return slowedDown({ ...payment, waiting: waitingOn(waiting, now, forWhom) }, now);
}
