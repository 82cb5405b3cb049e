import type { Context, EventBridgeEvent } from 'aws-lambda';
import * as v from 'valibot';
import { currentTime } from '#platform/clock.ts';
import { type Log, log } from '#platform/log.ts';
import { type Metric, metric } from '#platform/metrics.ts';
import { type MessageQueue, secondsUntil } from '#platform/queues/message-queue.ts';
import { type DueItem, dueSearch } from '#platform/table/due-search.ts';
import { liveTable, type Table } from '#platform/table/table.ts';
import { searchIntervalMs } from '#platform/time-limits.ts';
import { isBlocklistJob, stepSeconds as jobStepSeconds } from '#switch/blocklist/blocklist-job.ts';
import { maySync, type SyncMessage } from '#switch/sync/sync-message.ts';
import { syncQueue } from '#switch/sync/sync-queue.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { deliveryQueue } from '#webhooks/delivery/delivery-queue.ts';
import { stepSeconds as retryStepSeconds } from '#webhooks/events/event-retry.ts';
import { retryRefOf } from '#webhooks/events/event-retry-store.ts';
import { eventRefOfDelivery } from '#webhooks/events/event-store.ts';

interface Services {
  readonly table: Pick<Table, 'query'>;
  readonly syncs: MessageQueue<SyncMessage>;
  readonly deliveries: MessageQueue<DeliveryMessage>;
  readonly log: Log;
  readonly metric: Metric;
  readonly clock: () => Date;
}

/** The most late items that one run hands on: a thousand a second until the next run. */
export const maxPerRun = 60_000;

/** A run begins no further page with less time left, in milliseconds. */
const pageReserveMs = 8_000;

/** The last ten seconds of a run's minute have no step: the next run finds their events at rest. */
const stepsUntilMs = searchIntervalMs - 10_000;

interface Scheduled {
  /** The time that the run is scheduled for; now by default. */
  readonly at?: Date | undefined;
  /** Milliseconds until the function is stopped; by default nothing stops it. */
  remainingMs?(): number;
}

/**
 * Sends a message for each item that is due in the coming minute, which its queue delays until then,
 * and again for each that is late. It removes nothing from the index: the function that handles an
 * item moves its due time. A lost message is sent again within two minutes.
 */
export const findDue = ({ table, syncs, deliveries, log, metric, clock }: Services) => {
  const search = dueSearch(table);

  return async ({ at, remainingMs = () => Number.POSITIVE_INFINITY }: Scheduled = {}) => {
    const now = clock();
    const delay = ({ dueAt = '' }: { readonly dueAt?: string | undefined }) =>
      secondsUntil(new Date(dueAt), clock());
    const run = at ?? now;
    const sent = { deliveries: 0, syncs: 0, notTaken: 0 };
    const found = await search({
      at: run,
      limit: maxPerRun,
      isTimeLeft: () => remainingMs() > pageReserveMs,
      isInSteps: (item) => stepMsOf(item) !== undefined,
      async send(items) {
        const webhooks = items.flatMap((item) => deliveryMessages(item, run));
        const syncMessages = items.flatMap((item) => syncMessagesOf(item, run));
        const left = await Promise.all([
          deliveries.send(webhooks, delay),
          syncs.send(syncMessages, delay),
        ]);
        sent.deliveries += webhooks.length;
        sent.syncs += syncMessages.length;
        sent.notTaken += left.flat().length;
        return left.flat().length === 0;
      },
    });

    const { count, oldest, isBehind } = found;
    if (count === 0) return;
    const oldestMs = oldest === undefined ? 0 : now.getTime() - Date.parse(oldest);
    const oldestSeconds = Math.round(oldestMs / 1_000);
    metric('OldestDueSeconds', oldestSeconds);
    log.info('due', { found: count, ...sent, oldestSeconds, ...(isBehind && { isBehind }) });
  };
};

function deliveryMessages(item: DueItem, run: Date): readonly DeliveryMessage[] {
  const place = eventRefOfDelivery(item);
  if (place) return [{ ...place, dueAt: item.dueAt }];
  const retry = retryRefOf(item);
  if (!retry) return [];
  return stepTimes(item, run).map((dueAt) => ({ ...retry, eventId: retry.retryId, dueAt }));
}

function syncMessagesOf(item: DueItem, run: Date): readonly SyncMessage[] {
  const { pk, sk } = item;
  return maySync(sk) ? stepTimes(item, run).map((dueAt) => ({ pk, sk, dueAt })) : [];
}

/** The time from one step of an item to its next, in ms; undefined for one that has no steps. */
function stepMsOf(item: DueItem): number | undefined {
  if (retryRefOf(item)) return retryStepSeconds * 1_000;
  return isBlocklistJob(item) ? jobStepSeconds * 1_000 : undefined;
}

/** When the messages of an item are due until the next run: at its due time, or for each step. */
function stepTimes(item: DueItem, run: Date): readonly string[] {
  const stepMs = stepMsOf(item);
  if (stepMs === undefined) return [item.dueAt];
  const first = Math.max(Date.parse(item.dueAt), run.getTime());
  const count = Math.max(1, Math.ceil((run.getTime() + stepsUntilMs - first) / stepMs));
  return Array.from({ length: count }, (_, step) => new Date(first + step * stepMs).toISOString());
}

/** The event of a rule's schedule; `time` is the scheduled time. */
const ScheduledEvent = v.object({ time: v.pipe(v.string(), v.isoTimestamp()) });

/** A schedule's time further away than this is not believed, in milliseconds. */
const believedMs = 2 * searchIntervalMs;

/** The time that a run was scheduled for; undefined where the event states none. */
export function scheduledTime(event: unknown, now: Date): Date | undefined {
  const parsed = v.safeParse(ScheduledEvent, event);
  if (!parsed.success) return undefined;
  const at = new Date(parsed.output.time);
  return Math.abs(at.getTime() - now.getTime()) < believedMs ? at : undefined;
}

let live: ReturnType<typeof findDue> | undefined;

export const handler = (
  event?: EventBridgeEvent<'Scheduled Event', unknown>,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  live ??= findDue({
    table: liveTable(),
    syncs: syncQueue(),
    deliveries: deliveryQueue(),
    log,
    metric,
    clock: currentTime,
  });
  return live({
    at: scheduledTime(event, currentTime()),
    ...(context && { remainingMs: () => context.getRemainingTimeInMillis() }),
  });
};
