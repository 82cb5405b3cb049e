import { isSwitchError } from '../errors.ts';
import type { Log } from '../log.ts';
import { scheduleNextSync } from '../payments/pending-sync.ts';
import { isOpen, type Refund } from './refund.ts';
import { type RefundServices, sendOrSyncRefund } from './send-refund.ts';

export interface SyncDueRefundServices extends RefundServices {
  readonly log: Log;
  /** Counts what operators are alarmed about. */
  readonly metric: (name: 'SyncOverdue', value: number) => void;
}

/** A person should know of what a processor has not decided for so long. */
const alarmAfterMs = 15 * 60_000;

/**
 * Looks again at a refund that waited when it was written: sends one that was scheduled, and asks
 * after one that was sent. Whatever has been settled since is left alone, so it may be called twice,
 * late or for nothing. What still waits afterwards is due again later.
 */
export async function syncDueRefund(
  services: SyncDueRefundServices,
  place: { readonly merchantId: string; readonly paymentId: string; readonly refundId: string },
  request: { remainingMs(): number; readonly requestId: string },
): Promise<void> {
  const { refunds, clock, log, metric } = services;
  const { merchantId, paymentId, refundId } = place;
  const isDue = (one: Refund | undefined) =>
    one?.pendingSync && isOpen(one) && Date.parse(one.pendingSync.nextAt) <= clock().getTime();
  // As a rule it is over by now. What has begun to wait since has a message of its own.
  if (!isDue(await refunds.findRecent(merchantId, paymentId, refundId))) return;
  const refund = await refunds.find(merchantId, paymentId, refundId);
  if (!refund?.pendingSync || !isDue(refund)) return;

  const synced = await sendOrSyncRefund(refund, request, services, (current) =>
    withNextSync(current, clock()),
  ).catch((error: unknown) => {
    // Somebody else has looked at the same moment, and sees to it.
    if (!isSwitchError(error, 'concurrent_update')) throw error;
  });
  const pendingMs = clock().getTime() - Date.parse(refund.pendingSync.since);
  if (synced && isOpen(synced) && pendingMs > alarmAfterMs) {
    metric('SyncOverdue', 1);
    log.info('refund waits too long for its processor', { merchantId, paymentId, refundId });
  }
}

/** What still waits is due again, unless somebody else has seen to that by now. */
function withNextSync(refund: Refund, now: Date): Refund {
  const { pendingSync } = refund;
  if (!pendingSync || !isOpen(refund) || Date.parse(pendingSync.nextAt) > now.getTime())
    return refund;
  return { ...refund, pendingSync: scheduleNextSync(pendingSync, now) };
}
