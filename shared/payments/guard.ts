import type { PaymentOutcome } from '../connectors/connector.ts';
import { isSwitchError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metric } from '../metrics.ts';
import { type LookAtPayoutServices, lookAtPayout } from '../payouts/look-at-payout.ts';
import { type LookAtRefundServices, lookAtRefund } from '../refunds/look-at-refund.ts';
import { alarmAfterMs, slowedDown } from './guard-schedule.ts';
import { secretKeptUntil, withoutOverdueSecret } from './held-secret.ts';
import { stillWaits } from './outcome.ts';
import type { Payment } from './payment.ts';
import { type SyncServices, syncedPayment } from './sync-payment.ts';
import { waitingOn } from './waiting.ts';

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
  const payment = await payments.get(merchantId, paymentId).catch((error: unknown) => {
    if (!isSwitchError(error, 'payment_not_found')) throw error;
  });
  if (payment && secretKeptUntil(payment)) {
    await payments.settleOrThrow(payment, (one) => withoutOverdueSecret(one, clock()));
  }
  if (!payment?.waiting || Date.parse(payment.waiting.nextAt) > clock().getTime()) return;

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
