import { isSwitchError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metric } from '../metrics.ts';
import { scheduleNextSync } from '../payments/pending-sync.ts';
import { mayPayoutBeSynced, syncPayoutWithConnector } from './connector-access.ts';
import type { Payout } from './payout.ts';
import type { PayoutServices } from './payout-services.ts';

export interface SyncDuePayoutServices extends PayoutServices {
  readonly log: Log;
  readonly metric: Metric;
}

/** A person should know of what a processor has not answered for so long. */
const alarmAfterMs = 15 * 60_000;

/**
 * Looks again at a payout that waited when it was written. It only asks: nobody is paid by it. Whatever
 * has been settled since is left alone, so it may be called twice, late or for nothing. What still
 * waits afterwards is due again later.
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

  const synced = await syncPayoutWithConnector(payout, request, services, (current) =>
    withNextSync(current, clock()),
  );
  const pendingMs = clock().getTime() - Date.parse(payout.pendingSync.since);
  // What a processor has accepted may take days, and nobody has to be woken for it.
  if (synced.pendingSync && !synced.attempt.isAccepted && pendingMs > alarmAfterMs) {
    metric('SyncOverdue', 1);
    log.error('payout waits too long for its processor', undefined, { merchantId, payoutId });
  }
}

/** What still waits is due again, unless somebody else has seen to that by now. */
function withNextSync(payout: Payout, now: Date): Payout {
  const { pendingSync, ...rest } = payout;
  if (!pendingSync || Date.parse(pendingSync.nextAt) > now.getTime()) return payout;
  // It was looked at because of something that we were told, and there is nobody to ask.
  if (!mayPayoutBeSynced(payout)) return rest;
  if (payout.status === 'requires_fulfillment' && payout.cancelAskedAt === undefined) return rest;
  // A transfer that was accepted is asked after every hour, in the end.
  const forWhom = payout.attempt.isAccepted ? 'the customer' : 'the processor';
  return { ...payout, pendingSync: scheduleNextSync(pendingSync, now, forWhom) };
}
