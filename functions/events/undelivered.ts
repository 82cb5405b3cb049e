import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { mayReadEvent } from '#webhooks/events/event-access.ts';
import { type EventStore, eventStore } from '#webhooks/events/event-store.ts';
import { listUndeliveredEvents } from '#webhooks/events/operations.ts';
import { describeEvent } from '#webhooks/events/present-attempt.ts';

interface Services {
  readonly events: EventStore;
}

/** Lists the events that no receiver took, oldest first: a merchant may send them again by hand. */
export const undelivered = implement(
  listUndeliveredEvents,
  async ({ params, query, caller }, { events }: Services) => {
    const { limit, after } = query;
    const page = await events.listUndelivered(params.merchant_id, { limit, after });
    return {
      events: page.events.flatMap((stored) => {
        if (!mayReadEvent(stored, caller)) return [];
        if (!stored.delivery?.gaveUpAt) return [];
        const { state, scheduledAttempts, gaveUpAt, stoppedBecause } = stored.delivery;
        const undelivered = {
          ...describeEvent(stored),
          state,
          tries: scheduledAttempts,
          gave_up: gaveUpAt,
        };
        return [stoppedBecause ? { ...undelivered, reason: stoppedBecause } : undelivered];
      }),
      after: page.last ?? null,
    };
  },
);

export const handler = lambda(
  undelivered,
  () => ({ events: eventStore(liveTable()) }),
  liveAdminKey,
);
