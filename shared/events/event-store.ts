import * as v from 'valibot';
import { isSwitchError, SwitchError } from '../errors.ts';
import { dueKeys } from '../table/due.ts';
import { maxItemBytes } from '../table/item-size.ts';
import { maxUnpackedBytes } from '../table/packed-item.ts';
import type { Item, Key, Sized, Table } from '../table/table.ts';
import { Delivery, newDelivery } from '../webhooks/delivery.ts';
import type { WebhookEvent } from './event.ts';

/** An event as it is kept, and how far we are with telling it; undefined before the first try. */
export interface EventWithDelivery {
  readonly event: Omit<WebhookEvent, 'class'> & { readonly class: string };
  readonly delivery: Delivery | undefined;
}

/** Whose event, and which. */
export interface EventRef {
  readonly merchantId: string;
  readonly eventId: string;
}

export interface EventStore {
  /**
   * Keeps an event. Returns whether it still has to be sent: true for a new one, and for one that is
   * there already without any try at delivering it, since whoever wrote it may have died before
   * it was queued.
   */
  add(event: WebhookEvent): Promise<boolean>;
  /** Throws `event_not_found`. */
  get(place: EventRef): Promise<EventWithDelivery>;
  /**
   * Writes down what became of a delivery. `known` is the delivery as it was read, undefined when
   * nobody looked or there was none; `change` is applied to what is there by the time of writing, so
   * of two who tried at once both are written down. Throws `concurrent_update` when others never let
   * go of it.
   */
  record(
    place: EventRef,
    known: Delivery | undefined,
    change: (current: Delivery) => Delivery,
  ): Promise<Delivery>;
  /** What was given up, oldest first, from after `after`, at most `limit`. */
  listUndelivered(
    merchantId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<{ readonly events: readonly EventWithDelivery[]; readonly last: string | undefined }>;
}

const partition = ({ merchantId, eventId }: EventRef) => `MERCHANT#${merchantId}#EVENT#${eventId}`;
export const eventKey = (place: EventRef) => ({ pk: partition(place), sk: 'EVENT' });
export const deliveryKey = (place: EventRef) => ({ pk: partition(place), sk: deliverySk });
const undeliveredList = (merchantId: string) => `MERCHANT#${merchantId}#UNDELIVERED`;

/** The sort key that a delivery is told by on the due index. */
export const deliverySk = 'DELIVERY';

/** Whose delivery is under this key; undefined when it is the key of something else. */
export function eventRefOfDelivery({ pk, sk }: Key): EventRef | undefined {
  const [, merchantId, eventId] = /^MERCHANT#([^#]+)#EVENT#([^#]+)$/.exec(pk) ?? [];
  return sk === deliverySk && merchantId && eventId ? { merchantId, eventId } : undefined;
}

/** What has happened is told, however large it is. */
const upToAny: Sized = { upTo: maxItemBytes };

/** Whoever loses a race reads again; this often, before it says so. */
const maxAttempts = 5;

export const eventStore = (table: Table): EventStore => ({
  async add(event) {
    const place = { merchantId: event.merchantId, eventId: event.id };
    const existing = await table.putNew(
      { ...event, ...eventKey(place) },
      { upTo: maxUnpackedBytes },
    );
    return !existing || !(await table.get(deliveryKey(place)));
  },

  async get(place) {
    const stored = eventWithDeliveryOf(await table.query(partition(place)));
    if (!stored) throw new SwitchError('event_not_found');
    return stored;
  },

  async record(place, known, change) {
    let current = known;
    for (let attempt = 1; ; attempt++) {
      const next = change(current ?? newDelivery(place.merchantId, place.eventId));
      if (!current) {
        const existing = await table.putNew(asItem(next), upToAny);
        if (!existing) return next;
        current = v.parse(Delivery, existing);
        continue;
      }
      try {
        return v.parse(Delivery, await table.save(asItem(next), upToAny));
      } catch (error) {
        if (!isSwitchError(error, 'concurrent_update') || attempt >= maxAttempts) throw error;
        const items = await table.query(partition(place));
        current = eventWithDeliveryOf(items)?.delivery;
      }
    }
  },

  async listUndelivered(merchantId, { limit, after }) {
    const listed = await table.query(undeliveredList(merchantId), {
      index: 'by-list',
      limit,
      ...(after !== undefined && { after }),
    });
    const keys = listed.flatMap(({ pk }) => [
      { pk, sk: 'EVENT' },
      { pk, sk: deliverySk },
    ]);
    const found = await table.batchGet(keys);
    const events = listed.flatMap(({ pk }) => {
      const stored = eventWithDeliveryOf(found.filter((item) => item.pk === pk));
      // The index may be a moment behind: what was delivered meanwhile is not undelivered.
      return stored?.delivery?.gaveUpAt ? [stored] : [];
    });
    return { events, last: listed.length === limit ? listed.at(-1)?.listSk : undefined };
  },
});

const StoredEvent = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  profileId: v.string(),
  type: v.string(),
  class: v.string(),
  objectId: v.string(),
  createdAt: v.string(),
  body: v.string(),
});

/** An event as its items say; undefined when the event itself is not among them. */
export function eventWithDeliveryOf(items: readonly Item[]): EventWithDelivery | undefined {
  const event = items.find(({ sk }) => sk === 'EVENT');
  const delivery = items.find(({ sk }) => sk === deliverySk);
  if (!event) return undefined;
  return {
    event: v.parse(StoredEvent, event),
    delivery: delivery && v.parse(Delivery, delivery),
  };
}

/** On the due index while it waits, on the list of its merchant once it was given up. */
function asItem(delivery: Delivery): Item & Delivery {
  const key = deliveryKey(delivery);
  const { dueAt, gaveUpAt } = delivery;
  const { duePk: _, listPk: __, listSk: ___, ...rest } = delivery;
  return {
    ...rest,
    ...key,
    ...(dueAt && dueKeys(key.pk, new Date(dueAt))),
    ...(gaveUpAt && {
      listPk: undeliveredList(delivery.merchantId),
      listSk: `${gaveUpAt}#${delivery.eventId}`,
    }),
  };
}
