import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import { isSwitchError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Item } from '#platform/table/port.ts';
import type { Transition } from '#switch/payments/payment.ts';
import { isScores } from '#switch/routing/dynamic/scores-key.ts';
import { eventSourceOf, eventSourceSortKeys } from '#webhooks/delivery/event-source.ts';
import { receiversOf } from '#webhooks/endpoints/receivers.ts';
import type { EventStore } from '#webhooks/events/event-store.ts';

interface Services {
  readonly configurations: Pick<ConfigurationStore, 'find'>;
  readonly events: Pick<EventStore, 'add' | 'record'>;
  readonly clock: () => Date;
  readonly log: Log;
}

/** The times of the transitions that events are made of; `until` itself is outside. */
export interface RebuiltTime {
  readonly since: Date;
  readonly until: Date;
}

/** The result for one item. */
export interface RebuiltItem {
  /** Its keys, as `pk sk`. */
  readonly key: string;
  /**
   * Events that were missing, or that were stored and never sent; a delivery is now due for each.
   */
  readonly made: number;
  /**
   * The item's transitions before this time are no longer stored, though they may be within the
   * rebuilt time. Their missing events cannot be made any more.
   */
  readonly unknownBefore?: string;
  /** Whether the item could not be read, or its events not be saved. The log has the reason. */
  readonly isFailed?: boolean;
}

/** Due so much later, in milliseconds: a first attempt that runs at this moment ends before. */
const dueAfterMs = 60_000;

/**
 * Makes the events of an item's stored transitions that are missing, and a delivery that is due for
 * each that was never sent. `find-due` hands these on, so nothing is sent from here.
 *
 * The id of an event comes from its transition, and each item is written only where it is absent.
 * The rebuild may be repeated, stop anywhere, and run beside the reader of the stream: there is one
 * event for a transition and an endpoint. An event that is made here shows the status of its time;
 * all else is as it is now.
 *
 * Which endpoints get which events is decided by the settings of now, as the reader of the stream
 * does it. An endpoint gets no event of a time before it was created.
 */
export const rebuildEventsOf =
  ({ configurations, events, clock, log }: Services) =>
  async (item: Item, { since, until }: RebuiltTime): Promise<RebuiltItem> => {
    const key = `${item.pk} ${item.sk}`;
    try {
      const source = eventSourceOf(item, undefined);
      const { merchantId, profileId, storedSince } = source;
      const transitions = source.transitions.filter(({ at }) => {
        const ms = Date.parse(at);
        return ms >= since.getTime() && ms < until.getTime();
      });
      const isUnknown = storedSince !== undefined && Date.parse(storedSince) > since.getTime();
      if (transitions.length === 0 && !isUnknown) return { key, made: 0 };

      const receivers = await configurations
        .find(merchantId, (configuration) => {
          const found = receiversOf(configuration, profileId);
          return found.length > 0 ? found : undefined;
        })
        .catch((error: unknown) => {
          if (!isSwitchError(error, 'merchant_account_not_found')) throw error;
        });
      let made = 0;
      for (const { endpointId, createdAt, isHeld, wants } of receivers ?? []) {
        for (const transition of transitions.filter(wants)) {
          if (createdAt !== undefined && transition.at < createdAt) continue;
          const event = eventThen(transition, source.transitions, endpointId);
          // Events that an endpoint misses while it is off are sent once it is on again.
          if (isHeld) await events.add(event);
          else if (await makeDue(event)) made += 1;
        }
      }
      return { key, made, ...(isUnknown && receivers && { unknownBefore: storedSince }) };
    } catch (error) {
      log.error('events not rebuilt', error, { pk: item.pk, sk: item.sk });
      return { key, made: 0, isFailed: true };
    }

    /** The event as the reader of the stream would have made it, as far as it is still known. */
    function eventThen(one: Transition, all: readonly Transition[], endpointId?: string) {
      // A save may contain several transitions; the last one has the saved state.
      const { status, amountMinor } = all.findLast(({ version }) => version === one.version) ?? one;
      const received = amountMinor === undefined ? {} : { amountReceivedMinor: amountMinor };
      const then = eventSourceOf({ ...item, status, ...received }, undefined);
      return then.toEvent(one, endpointId);
    }

    async function makeDue(event: Parameters<EventStore['add']>[0]): Promise<boolean> {
      if (!(await events.add(event))) return false;
      const dueAt = new Date(clock().getTime() + dueAfterMs).toISOString();
      const place = { merchantId: event.merchantId, eventId: event.id };
      // Where its first attempt was made meanwhile, that one decides.
      await events.record(place, undefined, (delivery) =>
        delivery.attempts.length === 0 && delivery.state === 'waiting'
          ? { ...delivery, dueAt }
          : delivery,
      );
      return true;
    }
  };

/** Whether events are made of an item. */
export const isEventSource = ({ pk, sk }: Item): boolean =>
  !isScores({ pk }) &&
  (eventSourceSortKeys.are.some((one) => one === sk) ||
    eventSourceSortKeys.beginWith.some((one) => sk.startsWith(one)));

/** As many items at once. */
const concurrency = 20;

interface RebuiltEvents {
  readonly read: number;
  readonly made: number;
}

/**
 * Rebuilds the events of all these items, at most `rate` a second on average.
 *
 * @param report gets each item that failed, or some events of which can no longer be known
 * @param sleep resolves after so many milliseconds
 */
export async function rebuildEvents(
  items: readonly Item[],
  {
    rebuild,
    rate,
    report,
    sleep,
  }: {
    readonly rebuild: (item: Item) => Promise<RebuiltItem>;
    readonly rate: number;
    readonly report: (item: RebuiltItem) => void;
    readonly sleep: (ms: number) => Promise<unknown>;
  },
): Promise<RebuiltEvents> {
  let made = 0;
  for (let at = 0; at < items.length; at += concurrency) {
    const results = await Promise.all(items.slice(at, at + concurrency).map(rebuild));
    for (const result of results) if (result.isFailed || result.unknownBefore) report(result);
    const more = results.reduce((sum, result) => sum + result.made, 0);
    made += more;
    if (more > 0) await sleep((more / rate) * 1_000);
  }
  return { read: items.length, made };
}
