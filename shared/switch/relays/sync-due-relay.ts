import { isSwitchError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import { scheduleNextSync } from '../payments/pending-sync.ts';
import { countOverdue, isNowhereFound, overdueAfterMs } from '../pending-syncs/overdue.ts';
import { isOpen, type Relay } from './relay.ts';
import { type RelayOutcome, type RelayServices, syncRelay } from './send-relay.ts';

export interface SyncDueRelayServices extends RelayServices {
  readonly log: Log;
  readonly metric: Metric;
}

/**
 * Syncs a relay with a due pending sync. It only reads from the processor, so it moves no money. A
 * relay decided since stays as it is, so a call may be repeated, late or needless. A relay that is
 * still open gets a later due time.
 */
export async function syncDueRelay(
  services: SyncDueRelayServices,
  { merchantId, relayId }: { readonly merchantId: string; readonly relayId: string },
  request: { remainingMs(): number; readonly requestId: string },
): Promise<void> {
  const { relays, clock, log, metric } = services;
  const relay = await relays.get(merchantId, relayId).catch((error: unknown) => {
    if (!isSwitchError(error, 'relay_not_found')) throw error;
  });
  if (!relay?.pendingSync || Date.parse(relay.pendingSync.nextAt) > clock().getTime()) return;

  let found: RelayOutcome | undefined;
  const synced = await syncRelay(relay, request, services, (current, outcome) => {
    found = outcome;
    return withNextSync(current, outcome, clock());
  });
  if (!isOpen(synced)) return;
  const pendingMs = clock().getTime() - Date.parse(relay.pendingSync.since);
  if (!synced.pendingSync) {
    log.error('relay of a connector account that is gone', undefined, { merchantId, relayId });
    metric('WaitingTooLong', 1);
  } else if (pendingMs > overdueAfterMs) {
    countOverdue(metric, found);
    log.error('relay without an outcome for too long', undefined, { merchantId, relayId });
  }
}

/**
 * Schedules the next sync of an open relay, unless another writer has already done so. Without its
 * connector account no sync is possible, and the schedule ends.
 */
function withNextSync(relay: Relay, outcome: RelayOutcome | undefined, now: Date): Relay {
  const { pendingSync, ...rest } = relay;
  if (!pendingSync || Date.parse(pendingSync.nextAt) > now.getTime()) return relay;
  if (!outcome || !isOpen(relay)) return rest;
  const awaited = isNowhereFound(outcome) ? 'a webhook' : 'the processor';
  return { ...relay, pendingSync: scheduleNextSync(pendingSync, now, awaited) };
}
