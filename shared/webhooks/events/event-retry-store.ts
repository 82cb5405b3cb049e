import * as v from 'valibot';
import { currentTime } from '#platform/clock.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { dueKeys } from '#platform/table/due.ts';
import type { Item, Key, Table } from '#platform/table/table.ts';
import { EventRetry, endedRetry } from './event-retry.ts';

/** The keys of a retry: its merchant and its id. */
export interface EventRetryRef {
  readonly merchantId: string;
  readonly retryId: string;
}

export interface EventRetryStore {
  find(place: EventRetryRef): Promise<EventRetry | undefined>;
  /** All retries of a merchant that have not expired; there are 100 at most. */
  all(merchantId: string): Promise<KnownRetries>;
  /**
   * Stores a retry that was decided on these known ones. Undefined when another was ordered, or
   * this one was changed, since they were read.
   */
  order(retry: EventRetry, known: KnownRetries): Promise<EventRetry | undefined>;
  /** Saves a retry over the version that was read. Throws `concurrent_update`. */
  save(retry: EventRetry): Promise<EventRetry>;
  /** Stops a running retry; one that is over stays as it is. Throws `event_retry_not_found`. */
  stop(place: EventRetryRef, now: Date): Promise<EventRetry>;
}

/** A merchant's retries, and how many were ordered until they were read. */
interface KnownRetries {
  readonly retries: readonly EventRetry[];
  /** 0 before the first order. */
  readonly orders: number;
}

const partition = (merchantId: string) => `MERCHANT#${merchantId}#EVENT_RETRIES`;
const prefix = 'EVENT_RETRY#';

const keyOf = ({ merchantId, retryId }: EventRetryRef): Key => ({
  pk: partition(merchantId),
  sk: `${prefix}${retryId}`,
});

/** Counts a merchant's orders, so that each order is decided on all that came before it. */
const ordersKey = (merchantId: string): Key => ({ pk: partition(merchantId), sk: 'ORDERS' });
const Orders = v.object({ version: v.number() });

/** The retry of a key on the due index; undefined when the key is of another item. */
export function retryRefOf({ pk, sk }: Key): EventRetryRef | undefined {
  const [, merchantId] = /^MERCHANT#([^#]+)#EVENT_RETRIES$/.exec(pk) ?? [];
  return merchantId && sk.startsWith(prefix)
    ? { merchantId, retryId: sk.slice(prefix.length) }
    : undefined;
}

/** How long a retry is stored after its last change, in seconds. */
const keptSeconds = 30 * 86_400;

/** How often a stop is tried while the retry's steps are saved. */
const maxAttempts = 5;

export function eventRetryStore(table: Table, clock: () => Date = currentTime): EventRetryStore {
  const asItem = (retry: EventRetry): Item & EventRetry => {
    const { duePk: _, dueAt, ...rest } = retry;
    const key = keyOf({ merchantId: retry.merchantId, retryId: retry.id });
    return {
      ...rest,
      ...key,
      ...(dueAt && dueKeys(key.pk, new Date(dueAt))),
      expiresAtSeconds: Math.ceil(clock().getTime() / 1_000) + keptSeconds,
    };
  };
  const store: EventRetryStore = {
    async find(place) {
      const item = await table.get(keyOf(place));
      return item && v.parse(EventRetry, item);
    },

    async all(merchantId) {
      const items = await table.query(partition(merchantId));
      const { sk } = ordersKey(merchantId);
      const counted = items.find((item) => item.sk === sk);
      return {
        retries: items.filter((item) => item !== counted).map((item) => v.parse(EventRetry, item)),
        orders: counted ? v.parse(Orders, counted).version : 0,
      };
    },

    async order(retry, { retries, orders }) {
      const before = retries.find(({ id }) => id === retry.id);
      const ordered = asItem(retry);
      const { expiresAtSeconds } = ordered;
      const count = { ...ordersKey(retry.merchantId), version: orders + 1, expiresAtSeconds };
      const { refused } = await table.transact([
        {
          kind: 'put',
          item: ordered,
          condition: before ? { version: before.version } : 'absent',
        },
        { kind: 'put', item: count, condition: orders > 0 ? { version: orders } : 'absent' },
      ]);
      return refused.length > 0 ? undefined : v.parse(EventRetry, ordered);
    },

    async save(retry) {
      return v.parse(EventRetry, await table.save(asItem(retry)));
    },

    async stop(place, now) {
      for (let attempt = 1; ; attempt++) {
        const retry = await store.find(place);
        if (!retry) throw new SwitchError('event_retry_not_found');
        if (retry.state !== 'running') return retry;
        try {
          return await store.save(endedRetry(retry, 'stopped', now, 'requested'));
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt >= maxAttempts) throw error;
        }
      }
    },
  };
  return store;
}
