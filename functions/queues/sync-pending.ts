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
  RetryLater,
} from '#platform/queues/queue-function.ts';
import { liveTable } from '#platform/table/table.ts';
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
import { failedSyncQueue } from '#switch/sync/sync-queue.ts';

interface Services {
  /** Asks the processor for the outcome of a pending item, and saves it. */
  sync(place: SyncMessage, handling: MessageContext): Promise<void>;
  readonly failedSyncs: MessageQueue<SyncMessage>;
  readonly log: Log;
}

/** A message that was received so often is parked when its sync fails. */
const maxReceives = 5;

/**
 * Syncs one pending payment, refund, payout, relay or dispute, or makes the next step of a blocklist
 * job. The queue delivers the message of a failed sync again, and in the end it is parked: a message
 * that only waited for a free function is not, however often it was received. A function that sends
 * messages to its own queue would be stopped by Lambda's detection of recursive loops.
 */
export const syncPending =
  ({ sync, failedSyncs, log }: Services) =>
  async (
    { body: place, receiveCount }: Pick<Message<SyncMessage>, 'body' | 'receiveCount'>,
    handling: MessageContext,
  ): Promise<void> => {
    addSubject(subjectOfKey(place));
    try {
      await sync(place, handling);
    } catch (error) {
      const isLast = receiveCount >= maxReceives;
      log.error('sync failed', error, { id: handling.requestId, isLast });
      if (!isLast || (await failedSyncs.send([place])).length > 0) throw new RetryLater();
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
    failedSyncs: failedSyncQueue(),
    log,
  };
}

let live: ReturnType<typeof queueFunction> | undefined;

export const handler = (event: SQSEvent, context: Context) => {
  live ??= queueFunction(SyncMessage, syncPending(liveServices()), log);
  return live(event, context);
};
