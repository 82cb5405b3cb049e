import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { dueKeys } from '#platform/table/due.ts';
import { maxItemBytes } from '#platform/table/item-size.ts';
import { maxUnpackedBytes } from '#platform/table/packed-item.ts';
import type { Item, Key, Sized, Table } from '#platform/table/table.ts';
import { Delivery, type DeliveryAttempt, newDelivery } from './delivery.ts';
import type { WebhookEvent } from './event.ts';
import { answersKeptSeconds, changedAtMs, endOfEventSeconds } from './event-life.ts';

/** A stored event and its delivery, which is undefined before the first attempt. */
export interface EventWithDelivery {
  readonly event: Omit<WebhookEvent, 'class'> & { readonly class: string };
  readonly delivery: Delivery | undefined;
}

/** The keys of an event: its merchant and its id. */
export interface EventRef {
  readonly merchantId: string;
  readonly eventId: string;
}

export interface EventStore {
  /**
   * Stores an event. Returns the event that still has to be sent, as it is stored: the new one, or
   * an earlier one without any delivery attempt, whose writer may have crashed before it queued the
   * event. Undefined for all others.
   */
  add(event: WebhookEvent): Promise<EventWithDelivery['event'] | undefined>;
  /** Throws `event_not_found`. */
  get(place: EventRef): Promise<EventWithDelivery>;
  /**
   * Records the outcome of a delivery attempt. `known` is the delivery as it was read; undefined
   * when it was not read or did not exist. `change` is applied to the delivery that is stored at
   * the time of writing, so of two attempts at once both are recorded. Throws `concurrent_update`
   * when it lost every race.
   */
  record(
    place: EventRef,
    known: Delivery | undefined,
    change: (current: Delivery) => Delivery,
  ): Promise<Delivery>;
  /** Stores a receiver's answer to this attempt, for 30 days. */
  keepAnswer(
    place: EventRef,
    attempt: Pick<DeliveryAttempt, 'number' | 'at'>,
    answer: string,
  ): Promise<void>;
  /** The event with its stored answers, by the number of their attempt. Throws as `get`. */
  getWithAnswers(
    place: EventRef,
  ): Promise<EventWithDelivery & { readonly answers: ReadonlyMap<number, string> }>;
  /** Deliveries that were given up, oldest first, after `after`, at most `limit`. */
  listUndelivered(
    merchantId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<{ readonly events: readonly EventWithDelivery[]; readonly last: string | undefined }>;
}

const partition = ({ merchantId, eventId }: EventRef) => `MERCHANT#${merchantId}#EVENT#${eventId}`;
export const eventKey = (place: EventRef) => ({ pk: partition(place), sk: 'EVENT' });
export const deliveryKey = (place: EventRef) => ({ pk: partition(place), sk: deliverySk });
const undeliveredList = (merchantId: string) => `MERCHANT#${merchantId}#UNDELIVERED`;

/**
 * A receiver's answer to one attempt. It sorts before the event's other items, which are read more.
 */
const answerKey = (place: EventRef, attempt: number) => ({
  pk: partition(place),
  sk: `ANSWER#${attempt}`,
});

/** The sort key of deliveries on the due index. */
export const deliverySk = 'DELIVERY';

/** The event of a delivery's key; undefined when the key is of another item. */
export function eventRefOfDelivery({ pk, sk }: Key): EventRef | undefined {
  const [, merchantId, eventId] = /^MERCHANT#([^#]+)#EVENT#([^#]+)$/.exec(pk) ?? [];
  return sk === deliverySk && merchantId && eventId ? { merchantId, eventId } : undefined;
}

/** Events have no size limit of their own, so that every event is stored. */
const upToAny: Sized = { upTo: maxItemBytes };

/** The answers to an event's attempts come before these, and are read only to be shown. */
const itsEventAndDelivery = { from: deliverySk };

/** A writer that loses a race reads again, this often; then it throws. */
const maxAttempts = 5;

export const eventStore = (table: Table): EventStore => ({
  async add(event) {
    const place = { merchantId: event.merchantId, eventId: event.id };
    const existing = await table.putNew(
      {
        ...event,
        ...eventKey(place),
        expiresAtSeconds: endOfEventSeconds(Date.parse(event.createdAt)),
      },
      { upTo: maxUnpackedBytes },
    );
    if (!existing) return event;
    return (await table.get(deliveryKey(place))) ? undefined : v.parse(StoredEvent, existing);
  },

  async get(place) {
    const stored = eventWithDeliveryOf(await table.query(partition(place), itsEventAndDelivery));
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
        current = eventWithDeliveryOf(
          await table.query(partition(place), itsEventAndDelivery),
        )?.delivery;
      }
    }
  },

  async keepAnswer(place, { number, at }, answer) {
    const expiresAtSeconds = Math.ceil(Date.parse(at) / 1_000) + answersKeptSeconds;
    // An attempt's answer is always the same one, so the first write is the right one.
    await table.putNew({ ...answerKey(place, number), attempt: number, answer, expiresAtSeconds });
  },

  async getWithAnswers(place) {
    const items = await table.query(partition(place));
    const stored = eventWithDeliveryOf(items);
    if (!stored) throw new SwitchError('event_not_found');
    const answers = items
      .filter(({ sk }) => sk.startsWith('ANSWER#'))
      .map((item) => v.parse(StoredAnswer, item));
    return { ...stored, answers: new Map(answers.map((one) => [one.attempt, one.answer])) };
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
      // The index may be a moment behind: leaves out events that were delivered meanwhile.
      return stored?.delivery?.gaveUpAt ? [stored] : [];
    });
    return { events, last: listed.length === limit ? listed.at(-1)?.listSk : undefined };
  },
});

const StoredAnswer = v.looseObject({ attempt: v.number(), answer: v.string() });

const StoredEvent = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  profileId: v.string(),
  type: v.string(),
  class: v.string(),
  objectId: v.string(),
  createdAt: v.string(),
  body: v.string(),
  endpointId: v.optional(v.string()),
  isUnderObject: v.optional(v.literal(true)),
});

/** An event from its items; undefined when the event itself is missing. */
export function eventWithDeliveryOf(items: readonly Item[]): EventWithDelivery | undefined {
  const event = items.find(({ sk }) => sk === 'EVENT');
  const delivery = items.find(({ sk }) => sk === deliverySk);
  if (!event) return undefined;
  return {
    event: v.parse(StoredEvent, event),
    delivery: delivery && v.parse(Delivery, delivery),
  };
}

/** On the due index while an attempt is due; on its merchant's list of undelivered events later. */
function asItem(delivery: Delivery): Item & { readonly version: number } {
  const key = deliveryKey(delivery);
  const { scheduledAttempts, ...stored } = delivery;
  const { dueAt, gaveUpAt } = delivery;
  const changedAt = changedAtMs(delivery.eventId);
  return {
    ...stored,
    tries: scheduledAttempts,
    ...key,
    ...(!Number.isNaN(changedAt) && { expiresAtSeconds: endOfEventSeconds(changedAt) }),
    ...(dueAt && dueKeys(key.pk, new Date(dueAt))),
    ...(gaveUpAt && {
      listPk: undeliveredList(delivery.merchantId),
      listSk: `${gaveUpAt}#${delivery.eventId}`,
    }),
  };
}
