import type { Context, SQSEvent } from 'aws-lambda';
import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { currentTime } from '#platform/clock.ts';
import { send } from '#platform/http/egress/egress.ts';
import { type Lists, listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { log } from '#platform/log.ts';
import { addSubject } from '#platform/log-subject.ts';
import { metric } from '#platform/metrics.ts';
import { type Message, queueFunction } from '#platform/queues/queue-function.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { loopbackAllowed } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { attemptOf } from '#webhooks/delivery/attempt.ts';
import { carryOut } from '#webhooks/delivery/carry-out.ts';
import { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import {
  deliveryQueue,
  slowDeliveryQueue,
  undeliveredQueue,
} from '#webhooks/delivery/delivery-queue.ts';
import { failingReceivers } from '#webhooks/delivery/failing-receivers.ts';
import { findDueAttempt } from '#webhooks/delivery/find-due-attempt.ts';
import type { AttemptServices } from '#webhooks/delivery/make-attempt.ts';
import { findReceiver } from '#webhooks/delivery/receiver.ts';
import { receiverSlots } from '#webhooks/delivery/receiver-slots.ts';
import { makeRetryStep } from '#webhooks/delivery/retry-step.ts';
import { type SlowReceivers, slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import { type EventRetryStore, eventRetryStore } from '#webhooks/events/event-retry-store.ts';
import { type EventStore, eventStore } from '#webhooks/events/event-store.ts';

interface Services extends AttemptServices {
  readonly configurations: Pick<ConfigurationStore, 'find'>;
  readonly events: Pick<EventStore, 'get' | 'record' | 'keepAnswer'>;
  readonly slowReceivers: SlowReceivers;
  readonly retries: EventRetryStore;
  readonly lists: Lists;
}

/**
 * Delivers one event to a merchant's server. The table stores whether and when the next attempt is
 * due. A delayed message is only the quickest way to that attempt: a lost or repeated message does
 * no harm. Each message is deleted when this returns; it returns to the queue only when the attempt
 * could not be recorded.
 */
export const deliverWebhook = (services: Services) => {
  const { configurations, slowReceivers, queues } = services;
  const slots = receiverSlots(services);
  const perform = carryOut(services);

  async function deliver(message: DeliveryMessage): Promise<void> {
    const { merchantId, eventId, retryId, dueAt } = message;
    if (retryId !== undefined) {
      const { deliveries } = queues;
      return makeRetryStep({ merchantId, retryId }, dueAt, { ...services, deliveries });
    }
    addSubject({ merchant_id: merchantId, event_id: eventId });
    const due = await findDueAttempt(message, services);
    if (!due) return;

    const receiver = await findReceiver(due.event, configurations);
    const decision = attemptOf(
      due,
      receiver && {
        ...receiver,
        slow: slowReceivers.find(receiver),
        isCrowded: slots.isCrowded(message),
        areSlotsTaken: false,
      },
    );
    if (decision.kind !== 'send' || !decision.needsSlot) return perform(due, decision);

    const isSent = await slots.within(decision.receiver, () => perform(due, decision));
    if (isSent) return;
    await perform(due, attemptOf(due, { ...decision.receiver, areSlotsTaken: true }));
  }

  return ({ body: message }: Pick<Message<DeliveryMessage>, 'body'>): Promise<void> =>
    slots.whileCounted(message, () => deliver(message));
};

function liveServices(): Services {
  const configurations = configurationStore(liveTable());
  const retries = eventRetryStore(liveTable());
  const clock = currentTime;
  return {
    configurations,
    failingReceivers: failingReceivers({ table: liveTable(), configurations, retries, clock }),
    secrets: merchantSecrets(kmsMerchantKeys()),
    events: eventStore(liveTable()),
    queues: {
      deliveries: deliveryQueue(),
      slow: slowDeliveryQueue(),
      undelivered: undeliveredQueue(),
    },
    slowReceivers: slowReceivers(liveTable(), configurations, clock),
    retries,
    lists: listsOver(liveTable(), cachedShards(liveTable())),
    send,
    loopback: loopbackAllowed(),
    log,
    metric,
    clock,
    random: Math.random,
  };
}

let live: ReturnType<typeof queueFunction> | undefined;

export const handler = (event: SQSEvent, context: Context) => {
  live ??= queueFunction(DeliveryMessage, deliverWebhook(liveServices()), log);
  return live(event, context);
};
