import type { Context, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { quickMs, type SlowReceiver } from '#merchants/webhook-settings/slow-receiver.ts';
import { isSwitchError } from '#platform/errors.ts';
import { send } from '#platform/http/egress.ts';
import { type Lists, listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { type Log, log } from '#platform/log.ts';
import { addSubject, type Subject, subjectIn } from '#platform/log-subject.ts';
import { type Metric, metric } from '#platform/metrics.ts';
import { batchSender } from '#platform/queues/batch-sender.ts';
import {
  type MessageQueue,
  maxDelaySeconds,
  secondsUntil,
} from '#platform/queues/message-queue.ts';
import { type Message, queueFunction } from '#platform/queues/queue-function.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { loopbackAllowed } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { traceContext } from '#platform/traces/trace.ts';
import {
  type AttemptResult,
  afterAttempt,
  isDue,
  isSlow,
  postponed,
  stopped,
} from '#webhooks/delivery/delivery-changes.ts';
import { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import {
  deliveryQueue,
  slowDeliveryQueue,
  undeliveredQueue,
} from '#webhooks/delivery/delivery-queue.ts';
import { type FailingReceivers, failingReceivers } from '#webhooks/delivery/failing-receivers.ts';
import { findReceiver, type Receiver } from '#webhooks/delivery/receiver.ts';
import { recordAttempt } from '#webhooks/delivery/record-attempt.ts';
import { makeRetryStep } from '#webhooks/delivery/retry-step.ts';
import {
  type SentEvent,
  sendWebhook,
  type WebhookSender,
} from '#webhooks/delivery/send-webhook.ts';
import { type SlowReceivers, slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import type { Delivery } from '#webhooks/events/delivery.ts';
import { changedAtMs } from '#webhooks/events/event-life.ts';
import { type EventRetryStore, eventRetryStore } from '#webhooks/events/event-retry-store.ts';
import { type EventStore, eventStore } from '#webhooks/events/event-store.ts';

interface Services extends WebhookSender {
  readonly configurations: Pick<ConfigurationStore, 'find'>;
  readonly events: Pick<EventStore, 'get' | 'record' | 'keepAnswer'>;
  readonly queues: Readonly<
    Record<'deliveries' | 'slow' | 'undelivered', MessageQueue<DeliveryMessage>>
  >;
  readonly slowReceivers: SlowReceivers;
  readonly failingReceivers: FailingReceivers;
  readonly retries: EventRetryStore;
  readonly lists: Lists;
  readonly log: Log;
  readonly metric: Metric;
  readonly random: () => number;
}

/** A receiver has this long to answer in all, in milliseconds; where others wait behind it, `quickMs`. */
const receiverTimeoutMs = 30_000;

/** A try that is handed to us this much before it is due is made: clocks differ. In milliseconds. */
const earlyMs = 5_000;

/** A try that finds no place at a slow receiver is put off by this and up to twice more, in milliseconds. */
const postponeMs = 5 * 60_000;

/** After so many failed tries, an hour after the first, operators hear of the receiver. */
const failingTries = 9;

/** So many events of one receiver at once are more than it may have functions of its own for. */
const crowdSize = 5;

/** One try that is due now: what is sent, where, and how far its delivery is. */
interface DueAttempt {
  readonly message: DeliveryMessage;
  readonly event: SentEvent;
  readonly delivery: Delivery | undefined;
}

/**
 * Delivers one event to a merchant's server. The table stores whether and when the next attempt is
 * due. A delayed message is only the quickest way to that attempt: a lost or repeated message does
 * no harm. So each message is deleted when this returns; it returns to the queue only when the
 * attempt could not be recorded.
 *
 * A receiver that takes longer than 5 s to answer is recorded as slow for all containers. From then
 * on its events go through the queue of slow receivers, where it has 30 s, and where only a few of
 * its deliveries run at once. The attempt that found it slow counts as one on the schedule. While
 * it is unknown how quickly a receiver answers, many of its events at once use no more functions
 * than that. The other events go through the queue of slow receivers, at the receiver's pace.
 */
export const deliverWebhook = (services: Services) => {
  const inSlot = slotsOfContainer(services);
  const sendSlowly = batchSender(services.queues.slow, ({ dueAt }) =>
    dueAt ? secondsUntil(new Date(dueAt), services.clock()) : 0,
  );
  const inFlight = new Map<string, number>();
  const count = ({ receiver = '' }: DeliveryMessage, more: 1 | -1) => {
    const sum = (inFlight.get(receiver) ?? 0) + more;
    if (sum > 0) inFlight.set(receiver, sum);
    else inFlight.delete(receiver);
  };
  const isCrowd = ({ receiver }: DeliveryMessage) =>
    receiver !== undefined && (inFlight.get(receiver) ?? 0) >= crowdSize;

  async function deliver(message: DeliveryMessage): Promise<void> {
    const { merchantId, retryId, dueAt } = message;
    if (retryId !== undefined) {
      const { deliveries } = services.queues;
      return makeRetryStep({ merchantId, retryId }, dueAt, { ...services, deliveries });
    }
    addSubject({ merchant_id: message.merchantId, event_id: message.eventId });
    const due = await dueDelivery(message, services);
    if (!due) return;
    addSubject(subjectOfBody(due.event.body));
    const receiver = await findReceiver(due.event, services.configurations);
    const known = receiver && services.slowReceivers.find(receiver);
    if (!message.slow && (known || (due.delivery && isSlow(due.delivery)))) {
      return forwardToSlowQueue(due, receiver, sendSlowly);
    }
    const needsSlot = known || (!message.slow && isCrowd(message));
    if (!receiver) return stopDelivery(due, services);
    if (!needsSlot) return attemptNow(due, receiver, services);
    const isAttempted = await inSlot(receiver, () => attemptNow(due, receiver, services, known));
    if (isAttempted) return;
    if (message.slow) await postponeAttempt(due, receiver, sendSlowly, services);
    else await forwardToSlowQueue(due, receiver, sendSlowly);
  }

  return async ({ body: message }: Pick<Message<DeliveryMessage>, 'body'>): Promise<void> => {
    // All messages of a batch are counted before any of them is gone on with.
    count(message, 1);
    await deliver(message).finally(() => count(message, -1));
  };
};

/**
 * Deliveries to a receiver that one container makes at the same time share one place. Returns
 * false, and does nothing, where all places are taken.
 */
function slotsOfContainer({ slowReceivers, log }: Services) {
  const shared = new Map<
    string,
    { users: number; readonly takenSlot: ReturnType<SlowReceivers['takeSlot']> }
  >();
  return async (receiver: Receiver, work: () => Promise<void>): Promise<boolean> => {
    const slot = shared.get(receiver.id) ?? {
      users: 0,
      takenSlot: slowReceivers.takeSlot(receiver),
    };
    shared.set(receiver.id, slot);
    slot.users += 1;
    try {
      if (!(await slot.takenSlot)) return false;
      await work();
      return true;
    } finally {
      slot.users -= 1;
      if (slot.users === 0) {
        shared.delete(receiver.id);
        const takenSlot = await slot.takenSlot.catch(() => undefined);
        // It is free again after a while all the same. Throwing would send the same webhook again.
        await (takenSlot && slowReceivers.releaseSlot(takenSlot))?.catch((error: unknown) =>
          log.error('place not given back', error, { merchantId: receiver.merchantId }),
        );
      }
    }
  };
}

type SendSlowly = (message: DeliveryMessage) => Promise<boolean>;

/** Ends a delivery whose receiver is gone. */
async function stopDelivery(
  { event, delivery }: DueAttempt,
  { events, log, clock }: Services,
): Promise<void> {
  const ids = { merchantId: event.merchantId, eventId: event.eventId };
  const reason = event.endpointId === undefined ? 'no address' : 'endpoint gone or off';
  log.info('webhook stopped', { ...ids, reason });
  await events.record(ids, delivery, (current) => stopped(current, clock(), reason));
}

/** Makes a try, and writes down how it went. */
async function attemptNow(
  { message, event, delivery }: DueAttempt,
  receiver: Receiver,
  services: Services,
  known?: SlowReceiver,
): Promise<void> {
  const { log, random } = services;
  const ids = { merchantId: event.merchantId, eventId: event.eventId };
  const timeoutMs = message.slow ? receiverTimeoutMs : quickMs;
  const result = await sendWebhook(receiver, event, services, timeoutMs);
  log.info('webhook delivery', { ...ids, ...deliveryFacts(event, delivery, result) });
  const position = { dueAt: message.dueAt, random: random() };
  const after = await recordAttempt(services, ids, delivery, result, (current, made) =>
    afterAttempt(current, made, position),
  );
  await recordReceiverSpeed(result, receiver, services, known);
  await recordReceiverHealth(after, result, receiver, services);
  // A receiver that asks to wait gets another attempt without another try.
  if (after.dueAt && after.tries === failingTries && delivery?.tries !== failingTries) {
    services.metric('DestinationFailing', 1);
  }
  await scheduleNext(after, event, receiver, services);
}

/** What the log says of a try; metrics are read from it: `lineMetrics`. */
function deliveryFacts(
  { eventId }: SentEvent,
  delivery: Delivery | undefined,
  { delivered, status, error, at, ms, retryAfterSeconds }: AttemptResult,
) {
  const tries = (delivery?.tries ?? 0) + 1;
  const answered = status === undefined ? 'not answered' : 'refused';
  const isFirst = (delivery?.attempts.length ?? 0) === 0;
  const afterMs = Date.parse(at) - changedAtMs(eventId);
  const first = isFirst && !Number.isNaN(afterMs) && { firstTryMs: Math.max(0, afterMs) };
  return {
    tries,
    ...first,
    ms,
    outcome: delivered ? 'delivered' : answered,
    status,
    error,
    retryAfterSeconds,
  };
}

/** Remembers of a receiver how long it took, where that changes which queue its events go through. */
async function recordReceiverSpeed(
  result: AttemptResult,
  receiver: Receiver,
  { slowReceivers, log }: Services,
  known: SlowReceiver | undefined,
): Promise<void> {
  const wasSlow = result.ms >= quickMs || result.error?.startsWith('timeout');
  const recorded = wasSlow
    ? slowReceivers.recordSlow(receiver)
    : result.delivered && known && slowReceivers.recordRecovered(receiver, known);
  // The next try finds it out as well. Throwing would send the same webhook again.
  await (recorded || Promise.resolve()).catch((error: unknown) =>
    log.error('receiver not remembered', error, { merchantId: receiver.merchantId }),
  );
}

/** Records of a receiver whether it takes anything; one that has not for days is switched off. */
async function recordReceiverHealth(
  { tries }: Delivery,
  { delivered }: AttemptResult,
  receiver: Receiver,
  { failingReceivers, log, metric }: Services,
): Promise<void> {
  if (!delivered && tries < failingTries) return;
  const { merchantId, profileId, endpointId } = receiver;
  try {
    if (delivered) return await failingReceivers.recordTaken(receiver);
    if (!(await failingReceivers.recordFailing(receiver))) return;
    log.info('endpoint switched off', { merchantId, profileId, endpointId });
    metric('EndpointSwitchedOff', 1);
  } catch (error) {
    // The next attempt records it as well. Throwing would send the same webhook again.
    log.error('receiver not remembered', error, { merchantId });
  }
}

/** Puts a try off while as many as may run at once are made at its slow receiver. */
async function postponeAttempt(
  { message, event, delivery }: DueAttempt,
  receiver: Receiver,
  sendSlowly: SendSlowly,
  { events, log, clock, random }: Services,
): Promise<void> {
  const ids = { merchantId: event.merchantId, eventId: event.eventId };
  const until = new Date(clock().getTime() + postponeMs * (1 + 2 * random()));
  const { dueAt } = message;
  const after = await events.record(ids, delivery, (one) => postponed(one, until, { dueAt }));
  if (after.dueAt !== until.toISOString()) return;
  const again = {
    ...{ ...ids, dueAt: after.dueAt, slow: true, receiver: receiver.id },
    trace: traceContext(),
  };
  await sendSlowly(again).catch((error: unknown) => log.error('retry not queued', error, ids));
}

/** What a message asks for, and how far it is; undefined when there is nothing to do any more. */
async function dueDelivery(
  message: DeliveryMessage,
  { events, clock }: Services,
): Promise<DueAttempt | undefined> {
  const { merchantId, eventId, profileId, body, dueAt, endpointId } = message;
  if (profileId !== undefined && body !== undefined) {
    const event = { merchantId, eventId, profileId, body, endpointId };
    return { message, event, delivery: undefined };
  }
  const stored = await events.get({ merchantId, eventId }).catch((error: unknown) => {
    if (!isSwitchError(error, 'event_not_found')) throw error;
  });
  if (!stored?.delivery || !dueAt || !isDue(stored.delivery, dueAt)) return undefined;
  if (Date.parse(dueAt) > clock().getTime() + earlyMs) return undefined;
  return { message, event: { ...stored.event, eventId }, delivery: stored.delivery };
}

/** The ids of what a webhook's body tells of; of bodies that another version of us wrote, too. */
function subjectOfBody(body: string): Subject {
  const parsed = v.safeParse(WebhookBody, body);
  return parsed.success ? subjectIn(parsed.output.content.object) : {};
}

const WebhookBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ content: v.object({ object: v.unknown() }) }),
);

/** Sends a message to the queue of slow receivers. */
async function forwardToSlowQueue(
  { message }: DueAttempt,
  receiver: Receiver | undefined,
  sendSlowly: SendSlowly,
): Promise<void> {
  const named = receiver && { receiver: receiver.id };
  const isTaken = await sendSlowly({ ...message, ...named, slow: true });
  if (!isTaken) throw new Error('The queue of slow receivers did not take a message.');
}

/** What follows from a try that is written down: the next one, or the end of all tries. */
async function scheduleNext(
  delivery: Delivery,
  event: SentEvent,
  receiver: Receiver,
  { queues, log, metric, clock }: Services,
): Promise<void> {
  const { merchantId, eventId, state, dueAt } = delivery;
  if (dueAt) {
    const seconds = secondsUntil(new Date(dueAt), clock());
    // What is further away is found when it is due.
    if (seconds > maxDelaySeconds) return;
    const queue = isSlow(delivery) ? queues.slow : queues.deliveries;
    const message = {
      ...{ merchantId, eventId, dueAt, trace: traceContext() },
      receiver: receiver.id,
      ...(isSlow(delivery) && { slow: true }),
    };
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
    const { profileId, body, endpointId } = event;
    const parked = { merchantId, eventId, profileId, body, ...(endpointId && { endpointId }) };
    const left = await queues.undelivered.send([parked]);
    // It is on the merchant's list of undelivered events all the same.
    if (left.length > 0) log.info('webhook undelivered, not parked', { merchantId, eventId });
  }
}

function liveServices(): Services {
  const configurations = configurationStore(liveTable());
  const retries = eventRetryStore(liveTable());
  const clock = () => new Date();
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
