import { currentTime } from '#platform/clock.ts';
import { type Log, log } from '#platform/log.ts';
import { type Metric, metric } from '#platform/metrics.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import { dueShards } from '#platform/table/due.ts';
import { liveTable, type Table } from '#platform/table/table.ts';
import { dueGraceMs } from '#platform/time-limits.ts';
import { maySync, type SyncMessage } from '#switch/sync/sync-message.ts';
import { syncQueue } from '#switch/sync/sync-queue.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { deliveryQueue } from '#webhooks/delivery/delivery-queue.ts';
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

/** The most that one run hands on, so that a long outage does not end in a storm. */
export const maxPerRun = 1_000;

/**
 * Finds everything that is due and sends it to its queue, oldest first. It removes nothing from the
 * index: the function that handles an item moves its due time. A lost message is sent again a
 * minute later.
 */
export const findDue =
  ({ table, syncs, deliveries, log, metric, clock }: Services) =>
  async (): Promise<void> => {
    const now = clock();
    const until = new Date(now.getTime() - dueGraceMs).toISOString();
    const page = {
      index: 'by-due',
      until,
      limit: Math.ceil(maxPerRun / dueShards.length),
    } as const;
    const shards = await Promise.all(dueShards.map((shard) => table.query(shard, page)));
    const due = shards
      .flat()
      .flatMap(({ pk, sk, dueAt }) => (dueAt === undefined ? [] : [{ pk, sk, dueAt }]))
      .sort((one, other) => (one.dueAt < other.dueAt ? -1 : 1))
      .slice(0, maxPerRun);

    const webhooks = due.flatMap(({ dueAt, ...key }): DeliveryMessage[] => {
      const place = eventRefOfDelivery(key);
      if (place) return [{ ...place, dueAt }];
      const retry = retryRefOf(key);
      return retry ? [{ ...retry, eventId: retry.retryId, dueAt }] : [];
    });
    const syncMessages = due.filter(({ sk }) => maySync(sk));
    const left = await Promise.all([deliveries.send(webhooks), syncs.send(syncMessages)]);

    const oldest = due[0] ? now.getTime() - Date.parse(due[0].dueAt) : 0;
    const oldestSeconds = Math.round(oldest / 1_000);
    if (due.length > 0) {
      metric('OldestDueSeconds', oldestSeconds);
      log.info('due', {
        found: due.length,
        deliveries: webhooks.length,
        syncs: syncMessages.length,
        notTaken: left.flat().length,
        oldestSeconds,
      });
    }
  };

let live: (() => Promise<void>) | undefined;

export const handler = () => {
  live ??= findDue({
    table: liveTable(),
    syncs: syncQueue(),
    deliveries: deliveryQueue(),
    log,
    metric,
    clock: currentTime,
  });
  return live();
};
