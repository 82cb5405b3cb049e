import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { isStillSlow, receiverId } from '#merchants/accounts/slow-receiver.ts';
import { currentTime } from '#platform/clock.ts';
import { isSwitchError } from '#platform/errors.ts';
import { type Log, log } from '#platform/log.ts';
import { type Metric, metric } from '#platform/metrics.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import { allOf, type Change, streamFunction, streamJob } from '#platform/queues/stream-function.ts';
import { liveTable } from '#platform/table/table.ts';
import { traceContext } from '#platform/traces/trace.ts';
import { isBlocklistJob } from '#switch/blocklist/blocklist-job.ts';
import {
  type ReceiptMessage,
  receiptMessages,
  receiptQueue,
} from '#switch/receipt-mail/receipt-message.ts';
import { isEarlierAttempt } from '#switch/routing/dynamic/earlier-attempt.ts';
import {
  learnOutcomes,
  outcomesIn,
  type ProfileOutcome,
} from '#switch/routing/dynamic/learn-outcomes.ts';
import { isScores } from '#switch/routing/dynamic/scores-key.ts';
import { scoresStore } from '#switch/routing/dynamic/scores-store.ts';
import { scheduleSync, sendSyncMessages } from '#switch/sync/schedule-sync.ts';
import type { SyncMessage } from '#switch/sync/sync-message.ts';
import { syncQueue } from '#switch/sync/sync-queue.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import {
  type DeliveryQueue,
  deliveryQueue,
  slowDeliveryQueue,
} from '#webhooks/delivery/delivery-queue.ts';
import { eventSourceOf } from '#webhooks/delivery/event-source.ts';
import { receiversOf } from '#webhooks/endpoints/receivers.ts';
import { type EventStore, eventStore } from '#webhooks/events/event-store.ts';
import { authorizationDrop } from '#webhooks/monitoring/authorization-drop.ts';
import { transitionFacts } from '#webhooks/monitoring/transition-facts.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly events: EventStore;
  readonly clock: () => Date;
}

/**
 * Turns a committed change of a payment or a refund into events: stores each event, then queues it.
 * The event of a transition for an endpoint is always the same one: a change that the stream
 * delivers twice is stored once, and an event that a crash kept from the queue is queued by the
 * next run.
 */
export const publishEvents =
  ({ configurations, events, clock }: Services) =>
  async ({ before, after }: Change): Promise<DeliveryMessage[]> => {
    // Merchants get no events about an attempt that was followed by another, about scores, nor about
    // jobs.
    if (!after || isEarlierAttempt(after) || isScores(after) || isBlocklistJob(after)) {
      return [];
    }
    const { merchantId, profileId, transitions, toEvent } = eventSourceOf(after, before);
    if (transitions.length === 0) return [];

    // Without an address an event is left out for good, so only the current settings decide that.
    const receiversIn = (configuration: Configuration) => {
      const receivers = receiversOf(configuration, profileId);
      if (receivers.length === 0) return undefined;
      return receivers.map((one) => {
        const receiver = receiverId(merchantId, one.url);
        const known = configuration.slowReceivers.find(({ id }) => id === receiver);
        return { ...one, receiver, slow: known !== undefined && isStillSlow(known, clock()) };
      });
    };
    const found = await configurations.find(merchantId, receiversIn).catch(noneForDeleted);

    // Each endpoint has an event of its own, with a delivery of its own.
    const messages = (found ?? []).flatMap(({ endpointId, receiver, slow, isHeld, wants }) =>
      transitions.filter(wants).map(async (transition) => {
        const event = await events.add(toEvent(transition, endpointId));
        if (!event || isHeld) return [];
        const { id: eventId, merchantId, profileId, body } = event;
        const message = {
          eventId,
          merchantId,
          profileId,
          body,
          receiver,
          trace: traceContext(),
          ...(endpointId !== undefined && { endpointId }),
          ...(slow && { slow }),
        };
        return [message];
      }),
    );
    return (await Promise.all(messages)).flat();
  };

/** A deleted merchant gets no more events. */
function noneForDeleted(error: unknown): undefined {
  if (!isSwitchError(error, 'merchant_account_not_found')) throw error;
}

interface StreamServices {
  readonly publish: ReturnType<typeof publishEvents>;
  readonly deliveries: DeliveryQueue;
  /** The queue for events of receivers that are known to be slow. */
  readonly slow: DeliveryQueue;
  readonly syncs: MessageQueue<SyncMessage>;
  /** The queue of receipts to send; undefined where the deployment sends none. */
  readonly receipts?: MessageQueue<ReceiptMessage> | undefined;
  /** Counts outcomes; never throws. */
  learn(outcomes: readonly ProfileOutcome[]): Promise<void>;
  readonly metric: Metric;
  readonly clock: () => Date;
  readonly log: Log;
}

/**
 * Handles one batch of the table's stream: creates events, schedules syncs, updates success rates,
 * queues receipts, and logs the transitions that metrics count. Only events and receipts make the
 * stream send a change again: a search finds due syncs too, and neither scores nor metrics are books. A batch that the stream
 * delivers twice is counted twice.
 */
export const readChanges = ({
  publish,
  deliveries,
  slow,
  syncs,
  receipts,
  learn,
  metric,
  clock,
  log,
}: StreamServices) => {
  const watch = authorizationDrop({ log, metric });
  const events = streamJob(
    'publish events',
    publish,
    (messages) => sendDeliveries(messages, { deliveries, slow, log }),
    log,
  );
  return streamFunction(
    receipts ? allOf(events, queueReceipts(receipts, { clock, log })) : events,
    streamJob(
      'schedule sync',
      scheduleSync({ clock }),
      (messages) => sendSyncMessages(syncs, messages, { clock }),
      log,
    ),
    streamJob(
      'learn outcomes',
      async (change) => outcomesIn(change),
      async (outcomes) => {
        await learn(outcomes);
        return [];
      },
      log,
    ),
    streamJob(
      'log transitions',
      async (change) => {
        for (const facts of transitionFacts(change)) {
          log.info('transition', facts);
          watch(facts);
        }
        return [];
      },
      async () => [],
      log,
    ),
  );
};

/** Queues a receipt for each link that became paid. */
const queueReceipts = (
  receipts: MessageQueue<ReceiptMessage>,
  { clock, log }: Pick<StreamServices, 'clock' | 'log'>,
) =>
  streamJob(
    'queue receipts',
    async (change) => receiptMessages(change, clock()),
    (messages) => receipts.send(messages),
    log,
  );

/**
 * Sends each message to the queue of its receiver; returns the messages that were not taken. When
 * one queue can't be reached, only its own messages are sent again.
 */
async function sendDeliveries(
  messages: readonly DeliveryMessage[],
  { deliveries, slow, log }: Pick<StreamServices, 'deliveries' | 'slow' | 'log'>,
): Promise<readonly DeliveryMessage[]> {
  const sendTo = async (queue: DeliveryQueue, some: readonly DeliveryMessage[]) =>
    queue.send(some).catch((error: unknown) => {
      log.error('events not queued', error, { count: some.length });
      return some;
    });
  const left = await Promise.all([
    sendTo(
      deliveries,
      messages.filter((one) => !one.slow),
    ),
    sendTo(
      slow,
      messages.filter((one) => one.slow),
    ),
  ]);
  return left.flat();
}

function liveReader(): ReturnType<typeof readChanges> {
  const clock = currentTime;
  const configurations = configurationStore(liveTable());
  const learning = { scores: scoresStore(liveTable()), configurations, clock, log };
  return readChanges({
    publish: publishEvents({ configurations, events: eventStore(liveTable()), clock }),
    deliveries: deliveryQueue(),
    slow: slowDeliveryQueue(),
    syncs: syncQueue(),
    receipts: receiptQueue(),
    learn: (outcomes) => learnOutcomes(outcomes, learning),
    metric,
    clock,
    log,
  });
}

let read: ReturnType<typeof readChanges> | undefined;

export const handler: ReturnType<typeof readChanges> = (event) => {
  read ??= liveReader();
  return read(event);
};
