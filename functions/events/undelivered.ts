import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';
import { type EventStore, eventStore } from '../../shared/webhooks/event-store.ts';
import { listUndeliveredEvents } from '../../shared/webhooks/operations.ts';
import { isOwnEvent } from '../../shared/webhooks/own-event.ts';
import { describeEvent } from '../../shared/webhooks/present-attempt.ts';

interface Services {
  readonly events: EventStore;
}

/** Lists what no receiver took, oldest first: what there is to send again by hand. */
export const undelivered = implement(
  listUndeliveredEvents,
  async ({ params, query, caller }, { events }: Services) => {
    const { limit, after } = query;
    const page = await events.listUndelivered(params.merchant_id, { limit, after });
    return {
      events: page.events.flatMap((kept) => {
        if (!isOwnEvent(kept, caller)) return [];
        const { state, tries, gaveUpAt: gave_up } = kept.delivery ?? {};
        if (!state || tries === undefined || !gave_up) return [];
        return [{ ...describeEvent(kept), state, tries, gave_up }];
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
