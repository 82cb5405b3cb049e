import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import type { Delivery } from '../events/delivery.ts';
import { changedAtMs } from '../events/event-life.ts';
import type { EventStore } from '../events/event-store.ts';
import { type AfterAttempt, afterAttempt } from './after-attempt.ts';
import type { DueAttempt, ReceiverState } from './attempt.ts';
import { type AttemptResult, withScheduledAttempt } from './delivery-changes.ts';
import type { DeliveryMessage } from './delivery-message.ts';
import type { FailingReceivers } from './failing-receivers.ts';
import type { Receiver } from './receiver.ts';
import { recordAttempt } from './record-attempt.ts';
import { type SentEvent, sendWebhook, type WebhookSender } from './send-webhook.ts';
import type { SlowReceivers } from './slow-receivers.ts';

export interface AttemptServices extends WebhookSender {
  readonly events: Pick<EventStore, 'record' | 'keepAnswer'>;
  readonly queues: Readonly<
    Record<'deliveries' | 'slow' | 'undelivered', MessageQueue<DeliveryMessage>>
  >;
  readonly slowReceivers: Pick<SlowReceivers, 'recordSlow' | 'recordRecovered'>;
  readonly failingReceivers: FailingReceivers;
  readonly log: Log;
  readonly metric: Metric;
  readonly random: () => number;
}

/**
 * Makes an attempt, records it, and carries out its consequences. Throws only when the attempt
 * could not be recorded, or its event not be parked: its message is then received again, and the
 * same webhook sent again.
 */
export async function makeAttempt(
  { message: { dueAt }, event, delivery: before }: DueAttempt,
  { receiver, timeoutMs }: { readonly receiver: ReceiverState; readonly timeoutMs: number },
  services: AttemptServices,
): Promise<void> {
  const { log, random } = services;
  const ids = { merchantId: event.merchantId, eventId: event.eventId };
  const result = await sendWebhook(receiver, event, services, timeoutMs);
  log.info('webhook delivery', { ...ids, ...attemptFacts(event, before, result) });
  const position = { dueAt, random: random() };
  const delivery = await recordAttempt(services, ids, before, result, (current, made) =>
    withScheduledAttempt(current, made, position),
  );
  const after = afterAttempt({ event, receiver, result, before, delivery });
  await recordSpeed(after.speed, receiver, services);
  await recordHealth(after.health, receiver, services);
  if (after.isFailingNow) services.metric('DestinationFailing', 1);
  await goOn(after.next, delivery, services);
}

/** The log line of an attempt. Metrics are made of it: `lineMetrics`. */
function attemptFacts(
  { eventId }: SentEvent,
  before: Delivery | undefined,
  { delivered, status, error, at, ms, retryAfterSeconds }: AttemptResult,
) {
  const answered = status === undefined ? 'not answered' : 'refused';
  const isFirst = (before?.attempts.length ?? 0) === 0;
  const afterMs = Date.parse(at) - changedAtMs(eventId);
  return {
    tries: (before?.scheduledAttempts ?? 0) + 1,
    ...(isFirst && !Number.isNaN(afterMs) && { firstTryMs: Math.max(0, afterMs) }),
    ms,
    outcome: delivered ? 'delivered' : answered,
    status,
    error,
    retryAfterSeconds,
  };
}

/** Records how quick a receiver is. A failure is logged: the next attempt records it as well. */
async function recordSpeed(
  speed: AfterAttempt['speed'],
  receiver: ReceiverState,
  { slowReceivers, log }: AttemptServices,
): Promise<void> {
  const { merchantId, slow } = receiver;
  try {
    if (speed === 'slow') await slowReceivers.recordSlow(receiver);
    if (speed === 'recovered' && slow) await slowReceivers.recordRecovered(receiver, slow);
  } catch (error) {
    log.error('receiver not remembered', error, { merchantId });
  }
}

/**
 * Records whether a receiver takes events; one that takes none for days is switched off. A failure
 * is logged: the next attempt records it as well.
 */
async function recordHealth(
  health: AfterAttempt['health'],
  receiver: Receiver,
  { failingReceivers, log, metric }: AttemptServices,
): Promise<void> {
  const { merchantId, profileId, endpointId } = receiver;
  try {
    if (health === 'taking') await failingReceivers.recordTaken(receiver);
    if (health !== 'failing' || !(await failingReceivers.recordFailing(receiver))) return;
    log.info('endpoint switched off', { merchantId, profileId, endpointId });
    metric('EndpointSwitchedOff', 1);
  } catch (error) {
    log.error('receiver not remembered', error, { merchantId });
  }
}

/** Ends a delivery that has no further attempt. */
async function goOn(
  next: AfterAttempt['next'],
  { merchantId, eventId, scheduledAttempts }: Delivery,
  { queues, log, metric }: AttemptServices,
): Promise<void> {
  const ids = { merchantId, eventId };
  if (next.kind === 'stopped') log.info('webhook stopped', { ...ids, reason: 'gone' });
  if (next.kind === 'park') {
    log.info('webhook undelivered', { ...ids, tries: scheduledAttempts });
    metric('UndeliveredParked', 1);
    const left = await queues.undelivered.send([next.message]);
    // It is on the merchant's list of undelivered events all the same.
    if (left.length > 0) log.info('webhook undelivered, not parked', ids);
  }
}
