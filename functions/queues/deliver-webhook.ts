import type { Context, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { isSwitchError } from '../../shared/errors.ts';
import { send } from '../../shared/http/egress.ts';
import { type Log, log } from '../../shared/log.ts';
import { alsoAbout, type Subject, subjectIn } from '../../shared/log-subject.ts';
import { type Metric, metric } from '../../shared/metrics.ts';
import {
  longestDelaySeconds,
  type MessageQueue,
  secondsUntil,
} from '../../shared/queues/message-queue.ts';
import { type Message, queueFunction } from '../../shared/queues/queue-function.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { loopbackAllowed } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';
import { afterTry, type Delivery, isDue, isSlow, stopped } from '../../shared/webhooks/delivery.ts';
import { DeliveryMessage } from '../../shared/webhooks/delivery-message.ts';
import {
  deliveryQueue,
  slowDeliveryQueue,
  undeliveredQueue,
} from '../../shared/webhooks/delivery-queue.ts';
import { type EventStore, eventStore } from '../../shared/webhooks/event-store.ts';
import {
  addressOf,
  type SentEvent,
  sendWebhook,
  type WebhookSender,
} from '../../shared/webhooks/send-webhook.ts';
import { type SlowReceivers, slowReceivers } from '../../shared/webhooks/slow-receivers.ts';

interface Services extends WebhookSender {
  readonly events: Pick<EventStore, 'get' | 'record'>;
  readonly queues: Readonly<
    Record<'deliveries' | 'slow' | 'undelivered', MessageQueue<DeliveryMessage>>
  >;
  readonly slowReceivers: SlowReceivers;
  readonly log: Log;
  readonly metric: Metric;
  readonly random: () => number;
}

/** A receiver has this long to answer, in milliseconds. */
const receiverTimeoutMs = 30_000;

/** A try that is handed to us this much before it is due is made: clocks differ. In milliseconds. */
const earlyMs = 5_000;

/**
 * Tells a merchant of one event. Whether and when the next try is due is written down in the table,
 * and a message kept back in a queue is only the quickest way to it: lost or repeated, it does no
 * harm. So each message is done with when this returns; one comes back only when we could not
 * write down how it went.
 */
export const deliverWebhook =
  (services: Services) =>
  async ({ body: message }: Pick<Message<DeliveryMessage>, 'body'>): Promise<void> => {
    const { events, log, clock, random } = services;
    alsoAbout({ merchant_id: message.merchantId, event_id: message.eventId });
    const due = await whatIsDue(message, services);
    if (!due) return;
    const { event, delivery } = due;
    alsoAbout(subjectOfBody(event.body));
    const place = { merchantId: event.merchantId, eventId: event.eventId };
    if (await leftToTheSlowQueue(message, event, delivery, services)) return;

    const made = await sendWebhook(event, services, receiverTimeoutMs);
    if (!made) {
      log.info('webhook stopped', { ...place, reason: 'no address' });
      await events.record(place, delivery, (current) => stopped(current, clock()));
      return;
    }
    const { signature: _, ...facts } = made;
    log.info('webhook delivery', { ...place, tries: (delivery?.tries ?? 0) + 1, ...facts });
    const position = { dueAt: message.dueAt, random: random() };
    const after = await events.record(place, delivery, (current) =>
      afterTry(current, made, position),
    );
    await goOn(after, event, services);
  };

/** What a message asks for, and how far it is; undefined when there is nothing to do any more. */
async function whatIsDue(
  { merchantId, eventId, profileId, body, dueAt }: DeliveryMessage,
  { events, clock }: Services,
): Promise<{ event: SentEvent; delivery: Delivery | undefined } | undefined> {
  if (profileId !== undefined && body !== undefined) {
    return { event: { merchantId, eventId, profileId, body }, delivery: undefined };
  }
  const kept = await events.get({ merchantId, eventId }).catch((error: unknown) => {
    if (!isSwitchError(error, 'event_not_found')) throw error;
  });
  if (!kept?.delivery || !dueAt || !isDue(kept.delivery, dueAt)) return undefined;
  if (Date.parse(dueAt) > clock().getTime() + earlyMs) return undefined;
  return { event: { ...kept.event, eventId }, delivery: kept.delivery };
}

/** The ids of what a webhook's body tells of; of bodies that another version of us wrote, too. */
function subjectOfBody(body: string): Subject {
  const told = v.safeParse(Told, body);
  return told.success ? subjectIn(told.output.content.object) : {};
}

const Told = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ content: v.object({ object: v.unknown() }) }),
);

/** Whether the receiver is one that lets us wait: then the message goes where only such ones wait. */
async function leftToTheSlowQueue(
  message: DeliveryMessage,
  event: SentEvent,
  delivery: Delivery | undefined,
  services: Services,
): Promise<boolean> {
  if (message.slow) return false;
  const url = await addressOf(event, services);
  const isKnown = url !== undefined && services.slowReceivers.has(url);
  if (!isKnown && !(delivery && isSlow(delivery))) return false;
  const left = await services.queues.slow.send([{ ...message, slow: true }]);
  if (left.length > 0) throw new Error('The queue of slow receivers did not take a message.');
  return true;
}

/** What follows from a try that is written down: the next one, or the end of all tries. */
async function goOn(delivery: Delivery, event: SentEvent, services: Services): Promise<void> {
  const { queues, log, metric, clock } = services;
  const { merchantId, eventId, state, dueAt } = delivery;
  const url = isSlow(delivery) ? await addressOf(event, services) : undefined;
  if (url !== undefined) services.slowReceivers.add(url);

  if (dueAt) {
    const seconds = secondsUntil(new Date(dueAt), clock());
    // What is further away is found when it is due.
    if (seconds > longestDelaySeconds) return;
    const queue = isSlow(delivery) ? queues.slow : queues.deliveries;
    const message = { merchantId, eventId, dueAt, ...(isSlow(delivery) && { slow: true }) };
    // So is this one, should the queue not take it. Throwing would send the same webhook again.
    await queue
      .send([message], () => seconds)
      .catch((error: unknown) => log.error('retry not queued', error, { merchantId, eventId }));
    return;
  }
  if (state === 'stopped') log.info('webhook stopped', { merchantId, eventId, reason: 'gone' });
  if (state === 'undelivered') {
    log.info('webhook undelivered', { merchantId, eventId, tries: delivery.tries });
    metric('UndeliveredParked', 1);
    const { profileId, body } = event;
    const left = await queues.undelivered.send([{ merchantId, eventId, profileId, body }]);
    // It is on the merchant's list of undelivered events all the same.
    if (left.length > 0) log.info('webhook undelivered, not parked', { merchantId, eventId });
  }
}

let live: ReturnType<typeof queueFunction> | undefined;

export const handler = (event: SQSEvent, context: Context) => {
  live ??= queueFunction(
    DeliveryMessage,
    deliverWebhook({
      configurations: configurationStore(liveTable()),
      secrets: merchantSecrets(kmsMerchantKeys()),
      events: eventStore(liveTable()),
      queues: {
        deliveries: deliveryQueue(),
        slow: slowDeliveryQueue(),
        undelivered: undeliveredQueue(),
      },
      slowReceivers: slowReceivers(Date.now),
      send,
      loopback: loopbackAllowed(),
      log,
      metric,
      clock: () => new Date(),
      random: Math.random,
    }),
    log,
  );
  return live(event, context);
};
