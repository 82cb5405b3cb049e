import type { DisputeOutcome } from '#connectors/interface/disputes.ts';
import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import { isPastArrival, scheduleNextSync } from '../payments/pending-sync.ts';
import { countOverdue, isNowhereFound, overdueAfterMs } from '../pending-syncs/overdue.ts';
import { type Dispute, withoutPendingSync } from './dispute.ts';
import { type DisputeServices, syncDisputeWithConnector } from './sync-dispute.ts';

export interface SyncDueDisputeServices extends DisputeServices {
  readonly log: Log;
  readonly metric: Metric;
}

/**
 * Syncs a dispute whose connector did not answer the merchant's last request. It only reads, so it
 * accepts nothing and submits nothing. A dispute that was answered since stays as it is, so a call
 * may be repeated, late or needless.
 */
export async function syncDueDispute(
  services: SyncDueDisputeServices,
  place: { readonly merchantId: string; readonly paymentId: string; readonly disputeId: string },
  request: { remainingMs(): number; readonly requestId: string },
): Promise<void> {
  const { disputes, clock, log, metric } = services;
  const { merchantId, paymentId, disputeId } = place;
  const dispute = await disputes.find(merchantId, paymentId, disputeId);
  if (!dispute?.pendingSync || Date.parse(dispute.pendingSync.nextAt) > clock().getTime()) return;

  let found: DisputeOutcome | undefined;
  const synced = await syncDisputeWithConnector(dispute, request, services, (current, outcome) => {
    found = outcome;
    return withNextSync(current, outcome, clock());
  });
  const pendingMs = clock().getTime() - Date.parse(dispute.pendingSync.since);
  if (synced.pendingSync && pendingMs > overdueAfterMs) {
    countOverdue(metric, found);
    log.error('dispute without an answer for too long', undefined, place);
  }
}

/**
 * Ends the schedule once the connector has reported the dispute's state and the request must have
 * arrived, and when no sync is possible. Otherwise schedules the next sync, unless another writer
 * has already done so.
 */
function withNextSync(dispute: Dispute, outcome: DisputeOutcome | undefined, now: Date): Dispute {
  const { pendingSync, asked } = dispute;
  if (!pendingSync || Date.parse(pendingSync.nextAt) > now.getTime()) return dispute;
  const hasArrived = !asked || isPastArrival(asked.at, now);
  if (!outcome || (outcome.result === 'reported' && hasArrived)) return withoutPendingSync(dispute);
  const isRare = outcome.result === 'not_found' || isNowhereFound(outcome);
  const awaited = isRare ? 'a webhook' : 'the processor';
  return { ...dispute, pendingSync: scheduleNextSync(pendingSync, now, awaited) };
}
