import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import { isSwitchError } from '#platform/errors.ts';
import type { Lists } from '#platform/lists/read-list.ts';
import type { Log } from '#platform/log.ts';
import { type MessageQueue, secondsUntil } from '#platform/queues/message-queue.ts';
import { listedEvents } from '../events/event-list-entry.ts';
import { type EventRetry, endedRetry, markOf, stepSeconds } from '../events/event-retry.ts';
import type { EventRetryRef, EventRetryStore } from '../events/event-retry-store.ts';
import type { EventStore, EventWithDelivery } from '../events/event-store.ts';
import { sentAgain } from './delivery-changes.ts';
import type { DeliveryMessage } from './delivery-message.ts';
import { assertRanksBelow } from './message-rank.ts';
import { findReceiver } from './receiver.ts';

interface Services {
  readonly configurations: Pick<ConfigurationStore, 'find'>;
  readonly clock: () => Date;
  readonly events: Pick<EventStore, 'record'>;
  readonly retries: EventRetryStore;
  readonly lists: Lists;
  readonly deliveries: MessageQueue<DeliveryMessage>;
  readonly log: Log;
}

/** How far a retry stays behind the present, in ms: lists show a change a moment later. */
const behindMs = 60_000;

/** So many events are handled at once. */
const concurrency = 10;

/**
 * Makes the due step of a retry: sends its next events again, spread over the ten seconds until the
 * next step. `dueAt` is the step's time; it does nothing when the stored step is due later.
 * `find-due` sends the messages of all steps of a minute.
 *
 * Each delivery is written with its due time and the mark of the retry before its message is sent.
 * A step that dies is made again without sending an event twice, and `find-due` sends messages that
 * were lost.
 */
export async function makeRetryStep(
  place: EventRetryRef,
  dueAt: string | undefined,
  services: Services,
): Promise<void> {
  const { retries, clock, log } = services;
  const retry = await retries.find(place);
  const isDue = retry?.dueAt !== undefined && dueAt !== undefined && retry.dueAt <= dueAt;
  if (retry?.state !== 'running' || !isDue) return;
  const step = await handleNextEvents(retry, dueAt, services);
  const next = { ...retry, ...step.progress };
  const after = await retries
    .save(step.end ? endedRetry(next, step.end, clock(), step.because) : next)
    // Another run made the same step, or the merchant stopped it.
    .catch((error: unknown) => {
      if (!isSwitchError(error, 'concurrent_update')) throw error;
    });
  if (!after) return;
  const { state, sent, skipped } = after;
  log.info('events sent again', { ...place, state, sent, skipped });
}

interface Step {
  readonly progress: Partial<EventRetry>;
  readonly end?: 'completed' | 'stopped';
  readonly because?: EventRetry['stoppedBecause'];
}

async function handleNextEvents(
  retry: EventRetry,
  dueAt: string,
  services: Services,
): Promise<Step> {
  const { clock, lists } = services;
  const { events, merchantId, reached, eventsPerSecond, createdAt } = retry;
  const now = clock();
  const presentIso = new Date(now.getTime() - behindMs).toISOString();
  // Older orders may end in the future.
  const end = createdAt < events.until ? createdAt : events.until;
  const until = presentIso < end ? presentIso : end;
  const limit = eventsPerSecond * stepSeconds + (reached?.seen ?? 0);
  const { entities: found } = await lists.read({
    kind: listedEvents,
    owner: `MERCHANT#${merchantId}`,
    from: reached?.at ?? events.from,
    until,
    anyOf: {
      type: events.types ?? [],
      class: events.classes ?? [],
      profile: events.profileId === undefined ? [] : [events.profileId],
      delivered: ['false'],
    },
    ...(events.objectId !== undefined && { indexed: { object: events.objectId } }),
    ascending: true,
    limit,
  });
  const outcomes = await sendAgain(retry, found, services);
  const last = found.at(-1)?.event.createdAt;
  const isAtEnd = found.length < limit && until === end;
  const count = (wanted: Outcome) => outcomes.filter((one) => one === wanted).length;
  const progress = {
    sent: retry.sent + count('sent'),
    skipped: retry.skipped + count('skipped'),
    ...(last !== undefined && {
      reached: { at: last, seen: found.filter(({ event }) => event.createdAt === last).length },
    }),
    dueAt: nextStepAt(dueAt, now),
  };
  if (events.endpointId !== undefined && outcomes.includes('skipped')) {
    return {
      progress: { ...progress, reached: retry.reached },
      end: 'stopped',
      because: 'endpoint_gone',
    };
  }
  return { progress, ...(isAtEnd && { end: 'completed' }) };
}

/**
 * When the next step is due: ten seconds after this one. A step that comes so late that the next one
 * is due as well leaves it to a later message, so that no two steps are made at once.
 */
const nextStepAt = (dueAt: string, now: Date): string =>
  new Date(Math.max(Date.parse(dueAt) + stepSeconds * 1_000, now.getTime())).toISOString();

/**
 * `known` was handled by an earlier step, `other` is not asked for, and `skipped` has no receiver.
 */
type Outcome = 'sent' | 'known' | 'other' | 'skipped';

async function sendAgain(
  retry: EventRetry,
  found: readonly EventWithDelivery[],
  services: Services,
): Promise<readonly Outcome[]> {
  const { clock, deliveries, log } = services;
  const now = clock().getTime();
  // Events that an earlier step has sent take no time of this step.
  let place = 0;
  const places = found.map(({ delivery }) =>
    delivery?.sentAgainBy === markOf(retry) ? place : place++,
  );
  const outcomes: Outcome[] = [];
  const messages: DeliveryMessage[] = [];
  for (let first = 0; first < found.length; first += concurrency) {
    const some = found.slice(first, first + concurrency);
    const dueOf = (index: number) =>
      new Date(now + Math.floor(((places[first + index] ?? 0) * 1_000) / retry.eventsPerSecond));
    const made = await Promise.all(
      some.map((stored, index) => reopen(retry, stored, dueOf(index), services)),
    );
    outcomes.push(...made.map(({ outcome }) => outcome));
    messages.push(...made.flatMap(({ message }) => message ?? []));
  }
  const step = { merchantId: retry.merchantId, eventId: retry.id, retryId: retry.id };
  for (const message of messages) assertRanksBelow(message, step);
  // A message that the queue does not take is found when it is due.
  await deliveries
    .send(messages, ({ dueAt = '' }) => secondsUntil(new Date(dueAt), clock()))
    .catch((error: unknown) =>
      log.error('events not queued', error, { merchantId: retry.merchantId, retryId: retry.id }),
    );
  return outcomes;
}

/** Writes that an event is due again, unless it was delivered or is asked for already. */
async function reopen(
  retry: EventRetry,
  { event, delivery }: EventWithDelivery,
  due: Date,
  { events, configurations }: Services,
): Promise<{ readonly outcome: Outcome; readonly message?: DeliveryMessage }> {
  const mark = markOf(retry);
  if (delivery?.sentAgainBy === mark) return { outcome: 'known' };
  if (delivery?.state === 'delivered' || !isOfEndpoint(retry, event)) return { outcome: 'other' };
  const receiver = await findReceiver(event, configurations);
  if (!receiver) return { outcome: 'skipped' };
  const ids = { merchantId: event.merchantId, eventId: event.id };
  const dueAt = due.toISOString();
  const after = await events.record(ids, delivery, (one) => sentAgain(one, dueAt, mark));
  return after.dueAt === dueAt
    ? { outcome: 'sent', message: { ...ids, dueAt, receiver: receiver.id } }
    : { outcome: 'known' };
}

/** Whether an event is for the endpoint that a retry is about; the profile stands for its URL. */
const isOfEndpoint = ({ events: { endpointId } }: EventRetry, event: EventWithDelivery['event']) =>
  endpointId === undefined || endpointId === (event.endpointId ?? event.profileId);
