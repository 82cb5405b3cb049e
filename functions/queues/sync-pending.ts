import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, SQSEvent } from 'aws-lambda';
import { type Log, log } from '#platform/log.ts';
import { addSubject, subjectOfKey } from '#platform/log-subject.ts';
import { metric } from '#platform/metrics.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import {
  type Message,
  type MessageContext,
  queueFunction,
} from '#platform/queues/queue-function.ts';
import { liveTable } from '#platform/table/table.ts';
import { functionTimeoutMs, visibilityTimeoutMs } from '#platform/time-limits.ts';
import { blocklistJobStore } from '#switch/blocklist/blocklist-job-store.ts';
import { blocklistStore } from '#switch/blocklist/blocklist-store.ts';
import { disputeStore } from '#switch/disputes/dispute-store.ts';
import { mandateStore } from '#switch/mandates/mandate-store.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { payoutStore } from '#switch/payouts/payout-store.ts';
import { refundStore } from '#switch/refunds/refund-store.ts';
import { relayStore } from '#switch/relays/relay-store.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import { SyncMessage } from '#switch/sync/sync-message.ts';
import { failedSyncQueue, syncQueue } from '#switch/sync/sync-queue.ts';

interface Services {
  /** Asks the processor for the outcome of a pending item, and saves it. */
  sync(place: SyncMessage, handling: MessageContext): Promise<void>;
  readonly syncs: MessageQueue<SyncMessage>;
  readonly failedSyncs: MessageQueue<SyncMessage>;
  readonly log: Log;
}

/** After so many looks that failed, a message is parked. */
const maxFailures = 5;
/** A failed sync is repeated after this long, in seconds, as one whose function was stopped. */
const retryDelaySeconds = visibilityTimeoutMs(functionTimeoutMs) / 1_000;

/**
 * Syncs one pending payment, refund, payout, relay or dispute, or makes the next step of a blocklist
 * job. A sync that throws is repeated, and
 * in the end its message is parked. The message itself counts the failed syncs: the queue also
 * counts receives when Lambda had no free function, and those must not park it.
 */
export const syncPending =
  ({ sync, syncs, failedSyncs, log }: Services) =>
  async ({ body }: Pick<Message<SyncMessage>, 'body'>, handling: MessageContext): Promise<void> => {
    addSubject(subjectOfKey(body));
    const { failures = 0, ...place } = body;
    try {
      await sync(place, handling);
    } catch (error) {
      const isLast = failures + 1 >= maxFailures;
      log.error('sync failed', error, { id: handling.requestId, isLast });
      const left = isLast
        ? await failedSyncs.send([place])
        : await syncs.send([{ ...place, failures: failures + 1 }], () => retryDelaySeconds);
      // Then the queue delivers this message again.
      if (left.length > 0) throw error;
    }
  };

function liveServices(): Services {
  const services = {
    ...livePaymentServices(),
    refunds: refundStore(liveTable()),
    payouts: payoutStore(liveTable()),
    relays: relayStore(liveTable()),
    disputes: disputeStore(liveTable()),
    paymentMethods: paymentMethodStore(liveTable()),
    mandates: mandateStore(liveTable()),
    blocklist: blocklistStore(liveTable()),
    blocklistJobs: blocklistJobStore(liveTable()),
    pause: sleep,
    log,
    metric,
  };
  return {
    sync: (place, handling) => syncDueItem(services, place, handling),
    syncs: syncQueue(),
    failedSyncs: failedSyncQueue(),
    log,
  };
}

let live: ReturnType<typeof queueFunction> | undefined;

export const handler = (event: SQSEvent, context: Context) => {
  live ??= queueFunction(SyncMessage, syncPending(liveServices()), log);
  return live(event, context);
};
