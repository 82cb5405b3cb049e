import type { PayoutOutcome } from '#connectors/interface/payouts.ts';
import { isSwitchError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import { scheduleNextSync } from '../payments/pending-sync.ts';
import { countOverdue, isNowhereFound, overdueAfterMs } from '../pending-syncs/overdue.ts';
import { syncPayoutWithConnector } from './connector-access.ts';
import { mayPayoutBeSynced, type Payout } from './payout.ts';
import type { PayoutServices } from './payout-services.ts';

export interface SyncDuePayoutServices extends PayoutServices {
  readonly log: Log;
  readonly metric: Metric;
}

/**
 * Syncs a payout with a due pending sync. It only reads from the processor, so it never pays. A
 * payout settled since stays as it is, so a call may be repeated, late or needless. A payout that
 * is still pending gets a later due time.
 */
export async function syncDuePayout(
  services: SyncDuePayoutServices,
  { merchantId, payoutId }: { readonly merchantId: string; readonly payoutId: string },
  request: { remainingMs(): number; readonly requestId: string },
): Promise<void> {
  const { payouts, clock, log, metric } = services;
  const payout = await payouts.get(merchantId, payoutId).catch((error: unknown) => {
    if (!isSwitchError(error, 'payout_not_found')) throw error;
  });
  if (!payout?.pendingSync || Date.parse(payout.pendingSync.nextAt) > clock().getTime()) return;

  let found: PayoutOutcome | undefined;
  const synced = await syncPayoutWithConnector(payout, request, services, (current, outcome) => {
    found = outcome;
    return withNextSync(current, outcome, clock());
  });
  const pendingMs = clock().getTime() - Date.parse(payout.pendingSync.since);
  // An accepted transfer may take days, which needs no alert.
  if (synced.pendingSync && !synced.attempt.isAccepted && pendingMs > overdueAfterMs) {
    countOverdue(metric, found);
    log.error('payout without an outcome for too long', undefined, { merchantId, payoutId });
  }
}

/** Schedules the next sync of a pending payout, unless another writer has already done so. */
function withNextSync(payout: Payout, outcome: PayoutOutcome | undefined, now: Date): Payout {
  const { pendingSync, ...rest } = payout;
  if (!pendingSync || Date.parse(pendingSync.nextAt) > now.getTime()) return payout;
  // A webhook scheduled this sync. Of a paid payout, it reported that the money is back: that is
  // asked until the processor answers.
  const isUnanswered = outcome === undefined || outcome.result === 'unknown';
  const mayBeBack = payout.status === 'success' && isUnanswered;
  if (!mayPayoutBeSynced(payout) && !mayBeBack) return rest;
  if (payout.status === 'requires_fulfillment' && payout.cancelAskedAt === undefined) return rest;
  // An accepted transfer is synced less and less often, in the end every hour.
  const isRare = payout.attempt.isAccepted || isNowhereFound(outcome);
  const awaited = isRare ? 'a webhook' : 'the processor';
  return { ...payout, pendingSync: scheduleNextSync(pendingSync, now, awaited) };
}
