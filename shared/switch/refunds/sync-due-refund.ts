import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import { isSwitchError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import { scheduleNextSync } from '../payments/pending-sync.ts';
import { countOverdue, isNowhereFound, overdueAfterMs } from '../pending-syncs/overdue.ts';
import { isAwaited, type Refund } from './refund.ts';
import { type RefundServices, sendOrSyncRefund } from './send-refund.ts';

export interface SyncDueRefundServices extends RefundServices {
  readonly log: Log;
  /** Emits the metrics that raise alarms. */
  readonly metric: Metric;
}

/**
 * Syncs a refund with a due pending sync: sends a scheduled refund, asks the connector about one
 * that was sent. A refund settled since stays as it is, so a call may be repeated, late or
 * needless. A refund that is still pending gets a later due time.
 */
export async function syncDueRefund(
  services: SyncDueRefundServices,
  place: { readonly merchantId: string; readonly paymentId: string; readonly refundId: string },
  request: { remainingMs(): number; readonly requestId: string },
): Promise<void> {
  const { refunds, clock, log, metric } = services;
  const { merchantId, paymentId, refundId } = place;
  const isDue = (one: Refund | undefined) =>
    one?.pendingSync && isAwaited(one) && Date.parse(one.pendingSync.nextAt) <= clock().getTime();
  // Most refunds are settled by now. A newer pending sync has a message of its own.
  if (!isDue(await refunds.findRecent(merchantId, paymentId, refundId))) return;
  const refund = await refunds.find(merchantId, paymentId, refundId);
  if (!refund?.pendingSync || !isDue(refund)) return;

  let found: RefundOutcome | undefined;
  const synced = await sendOrSyncRefund(refund, request, services, (current, outcome) => {
    found = outcome;
    return withNextSync(current, outcome, clock());
  }).catch((error: unknown) => {
    // Another sync job saved first and continues.
    if (!isSwitchError(error, 'concurrent_update')) throw error;
  });
  const pendingMs = clock().getTime() - Date.parse(refund.pendingSync.since);
  // A person at the processor may take days.
  const isReviewed = found?.result === 'held';
  if (synced && isAwaited(synced) && !isReviewed && pendingMs > overdueAfterMs) {
    countOverdue(metric, found);
    log.info('refund without an outcome for too long', { merchantId, paymentId, refundId });
  }
}

/** Schedules the next sync of a pending refund, unless another writer has already done so. */
function withNextSync(refund: Refund, outcome: RefundOutcome | undefined, now: Date): Refund {
  const { pendingSync } = refund;
  if (!pendingSync || !isAwaited(refund) || Date.parse(pendingSync.nextAt) > now.getTime())
    return refund;
  const isRare = outcome?.result === 'held' || isNowhereFound(outcome);
  const awaited = isRare ? 'a webhook' : 'the processor';
  return { ...refund, pendingSync: scheduleNextSync(pendingSync, now, awaited) };
}
