import type { ListDefinition } from '#platform/lists/list-definition.ts';
import { endOfEventSeconds } from './event-life.ts';
import {
  deliveryKey,
  deliverySk,
  type EventWithDelivery,
  eventKey,
  eventWithDeliveryOf,
} from './event-store.ts';
import { eventsUnder } from './events-under.ts';

/** Merchants' webhook events, by creation time. */
export const listedEvents: ListDefinition<EventWithDelivery> = {
  list: 'events',
  entityOf({ pk, sk }) {
    const [, owner, id] = /^(MERCHANT#[^#]+)#EVENT#([^#]+)$/.exec(pk) ?? [];
    return (sk === 'EVENT' || sk === deliverySk) && owner && id ? { owner, id } : undefined;
  },
  itemKeys({ owner, id }) {
    const place = { merchantId: owner.slice('MERCHANT#'.length), eventId: id };
    return [eventKey(place), deliveryKey(place)];
  },
  entryItems: 2,
  parse: (items) => eventWithDeliveryOf(items.flatMap((item) => item ?? [])),
  entryOf({ event, delivery }) {
    return {
      owner: `MERCHANT#${event.merchantId}`,
      list: 'events',
      id: event.id,
      // An event never changes, but its delivery does.
      version: delivery?.version ?? 0,
      createdAt: event.createdAt,
      expiresAtSeconds: endOfEventSeconds(Date.parse(event.createdAt)),
      facets: {
        type: event.type,
        class: event.class,
        profile: event.profileId,
        delivered: String(delivery?.state === 'delivered'),
      },
      [event.isUnderObject ? 'derived' : 'indexed']: { object: event.objectId },
    };
  },
  idsUnder: (table, owner, _, objectId) =>
    eventsUnder(table, owner.slice('MERCHANT#'.length), objectId),
};
