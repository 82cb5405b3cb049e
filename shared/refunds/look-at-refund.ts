import { isSwitchError } from '../errors.ts';
import type { Log } from '../log.ts';
import { waitingOn } from '../payments/pending-sync.ts';
import { type AskRefundServices, sendOrSyncRefund } from './ask-refund.ts';
import { isOpen, type Refund } from './refund.ts';

export interface LookAtRefundServices extends AskRefundServices {
  readonly log: Log;
  /** Counts what operators are alarmed about. */
  readonly metric: (name: 'WaitingTooLong', value: number) => void;
}

/** A person should know of what a processor has not decided for so long. */
const alarmAfterMs = 15 * 60_000;

/**
 * Looks again at a refund that waited when it was written: sends one that was scheduled, and asks
 * after one that was sent. Whatever has been settled since is left alone, so it may be called twice,
 * late or for nothing. What still waits afterwards is due again later.
 */
export async function lookAtRefund(
  services: LookAtRefundServices,
  place: { readonly merchantId: string; readonly paymentId: string; readonly refundId: string },
  request: { remainingMs(): number; readonly requestId: string },
): Promise<void> {
  const { refunds, clock, log, metric } = services;
  const { merchantId, paymentId, refundId } = place;
  const isDue = (one: Refund | undefined) =>
    one?.waiting && isOpen(one) && Date.parse(one.waiting.nextAt) <= clock().getTime();
  // As a rule it is over by now. What has begun to wait since has a message of its own.
  if (!isDue(await refunds.findRecent(merchantId, paymentId, refundId))) return;
  const refund = await refunds.find(merchantId, paymentId, refundId);
  if (!refund?.waiting || !isDue(refund)) return;

  const looked = await sendOrSyncRefund(refund, request, services, (current) =>
    again(current, clock()),
  ).catch((error: unknown) => {
    // Somebody else has looked at the same moment, and sees to it.
    if (!isSwitchError(error, 'concurrent_update')) throw error;
  });
  const waitedMs = clock().getTime() - Date.parse(refund.waiting.since);
  if (looked && isOpen(looked) && waitedMs > alarmAfterMs) {
    metric('WaitingTooLong', 1);
    log.info('refund waits too long for its processor', { merchantId, paymentId, refundId });
  }
}

/** What still waits is due again, unless somebody else has seen to that by now. */
function again(refund: Refund, now: Date): Refund {
  const { waiting } = refund;
  if (!waiting || !isOpen(refund) || Date.parse(waiting.nextAt) > now.getTime()) return refund;
  return { ...refund, waiting: waitingOn(waiting, now) };
}
