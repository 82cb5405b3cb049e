import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { isSwitchError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import { jobRefOf } from '../blocklist/blocklist-job.ts';
import { type WriteDueRowsServices, writeDueRows } from '../blocklist/write-due-rows.ts';
import { type SyncDueDisputeServices, syncDueDispute } from '../disputes/sync-due-dispute.ts';
import { type DeleteReplacedServices, deleteReplaced } from '../mandates/delete-replaced.ts';
import { replacedIsDueAt } from '../mandates/mandate-in-payment.ts';
import { isPendingSync, mayBeCompleted } from '../payments/lifecycle/apply-outcome.ts';
import { alarmAfterMs, slowSchedule } from '../payments/lifecycle/sync-schedule.ts';
import type { Payment } from '../payments/payment.ts';
import {
  attachedSecretExpiresAt,
  withoutExpiredSecret,
} from '../payments/payment-source/attached-secret-expiry.ts';
import { scheduleNextSync } from '../payments/pending-sync.ts';
import { completeOrSync } from '../payments/redirect/complete-payment.ts';
import { type SyncServices, syncWithConnector } from '../payments/sync-payment.ts';
import { type SyncDuePayoutServices, syncDuePayout } from '../payouts/sync-due-payout.ts';
import { countOverdue, isNowhereFound } from '../pending-syncs/overdue.ts';
import { type SyncDueRefundServices, syncDueRefund } from '../refunds/sync-due-refund.ts';
import { type SyncDueRelayServices, syncDueRelay } from '../relays/sync-due-relay.ts';

export interface SyncDueServices
  extends SyncServices,
    DeleteReplacedServices,
    SyncDueRefundServices,
    SyncDuePayoutServices,
    SyncDueRelayServices,
    SyncDueDisputeServices,
    WriteDueRowsServices {
  readonly log: Log;
  readonly metric: Metric;
}

interface Place {
  readonly pk: string;
  readonly sk: string;
}

interface SyncDueRequest {
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Syncs a pending payment, refund, payout, relay or dispute, makes the next step of a blocklist job,
 * erases an attached card whose time is over, or has a processor delete a mandate that was replaced.
 * Reads the item first: a message may come twice, late, or after the final outcome, and then nothing
 * happens. It charges only a payment that a customer has approved and left. An item
 * that is still pending gets a later due time.
 */
export async function syncDueItem(
  services: SyncDueServices,
  { pk, sk }: Place,
  request: SyncDueRequest,
): Promise<void> {
  const job = jobRefOf({ pk, sk });
  if (job) return writeDueRows(services, job, request);
  const [, ofMerchant, payoutId] = /^MERCHANT#([^#]+)#PAYOUT#([^#]+)$/.exec(pk) ?? [];
  if (ofMerchant !== undefined && payoutId !== undefined) {
    return syncDuePayout(services, { merchantId: ofMerchant, payoutId }, request);
  }
  const [, askedBy, relayId] = /^MERCHANT#([^#]+)#RELAY#([^#]+)$/.exec(pk) ?? [];
  if (askedBy !== undefined && relayId !== undefined) {
    return syncDueRelay(services, { merchantId: askedBy, relayId }, request);
  }
  const [, merchantId = '', paymentId = ''] = /^MERCHANT#([^#]+)#PAYMENT#([^#]+)$/.exec(pk) ?? [];
  if (sk === 'PAYMENT') return syncDuePayment(services, merchantId, paymentId, request);
  const [, disputeId] = /^DISPUTE#(.+)$/.exec(sk) ?? [];
  if (disputeId) {
    return syncDueDispute(services, { merchantId, paymentId, disputeId }, request);
  }
  const [, refundId = ''] = /^REFUND#(.+)$/.exec(sk) ?? [];
  return syncDueRefund(services, { merchantId, paymentId, refundId }, request);
}

async function syncDuePayment(
  services: SyncDueServices,
  merchantId: string,
  paymentId: string,
  request: SyncDueRequest,
): Promise<void> {
  const { payments, clock, log, metric } = services;
  const isDue = ({ pendingSync }: Payment) =>
    pendingSync !== undefined && Date.parse(pendingSync.nextAt) <= clock().getTime();
  // Usually the sync is no longer due. A later pending sync has a message of its own.
  const recent = await payments.getRecent(merchantId, paymentId).catch(noneIfNotFound);
  if (!recent) return;
  const isAnythingDue = isDue(recent) || attachedSecretExpiresAt(recent) || replacedIsDueAt(recent);
  if (!isAnythingDue) return;
  const payment = await payments.get(merchantId, paymentId).catch(noneIfNotFound);
  if (payment && attachedSecretExpiresAt(payment)) {
    await payments.settleOrThrow(payment, (one) => withoutExpiredSecret(one, clock()));
  }
  if (payment && replacedIsDueAt(payment)) await deleteReplaced(payment, request, services);
  if (!payment?.pendingSync || !isDue(payment)) return;

  let found: PaymentOutcome | undefined;
  const synced = await syncWithConnector(payment, request, services, (current, outcome) => {
    found = outcome;
    return withNextSync(current, outcome, clock());
  });
  if (found && mayBeCompleted(synced, found)) {
    await completeOrSync(synced, { query: {}, form: {} }, request, services);
    return;
  }
  const pendingMs = clock().getTime() - Date.parse(payment.pendingSync.since);
  if (
    synced.pendingSync &&
    synced.status !== 'requires_customer_action' &&
    synced.status !== 'requires_merchant_action' &&
    pendingMs > alarmAfterMs(synced)
  ) {
    countOverdue(metric, found);
    log.error('payment without an outcome for too long', undefined, { merchantId, paymentId });
  }
}

function noneIfNotFound(error: unknown): undefined {
  if (!isSwitchError(error, 'payment_not_found')) throw error;
}

/** Sets the next due time of a pending payment, unless another process has done so meanwhile. */
function withNextSync(payment: Payment, outcome: PaymentOutcome | undefined, now: Date): Payment {
  const { pendingSync, status } = payment;
  if (!pendingSync || Date.parse(pendingSync.nextAt) > now.getTime()) return payment;
  const isKnown = outcome !== undefined && outcome.result !== 'unknown';
  if (isKnown && !isPendingSync(payment)) {
    // A webhook had caused this sync, and the processor's records contradict that webhook.
    const { pendingSync: _, ...rest } = payment;
    return rest;
  }
  // A person at the processor may take days.
  const isRare = isNowhereFound(outcome) || status === 'requires_merchant_action';
  const awaited = isRare ? 'a webhook' : 'the processor';
  const isCustomers = status === 'requires_customer_action';
  const next = scheduleNextSync(pendingSync, now, isCustomers ? 'the customer' : awaited);
  return slowSchedule({ ...payment, pendingSync: next }, now);
}
