import * as v from 'valibot';
import type { Item } from '#platform/table/port.ts';
import type { EventSummary, PaymentSummary } from './answers.ts';
import type { Change } from './changes.ts';

const Payment = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  status: v.string(),
  amountMinor: v.number(),
  currency: v.string(),
  createdAt: v.string(),
  attemptCount: v.optional(v.number(), 0),
  requestFields: v.optional(v.looseObject({ payment_method: v.nullish(v.string()) })),
  attempt: v.optional(
    v.looseObject({
      connectorName: v.optional(v.string()),
      error: v.optional(
        v.looseObject({ code: v.optional(v.string()), message: v.optional(v.string()) }),
      ),
    }),
  ),
});

const Event = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  type: v.string(),
  objectId: v.string(),
  createdAt: v.string(),
  body: v.pipe(
    v.string(),
    v.parseJson(),
    v.looseObject({ content: v.looseObject({ object: v.looseObject({}) }) }),
  ),
});

const Delivery = v.looseObject({
  merchantId: v.string(),
  eventId: v.string(),
  state: v.string(),
  attempts: v.array(v.looseObject({ status: v.optional(v.number()) })),
});

type DeliveryState = Pick<EventSummary, 'state' | 'attempts' | 'lastStatus'>;

/** The payments and events that the console lists: the newest, in memory. */
export interface KnownItems {
  /** Takes an item as it was read, or a change of it. */
  take(change: Pick<Change, 'before' | 'after'>): void;
  /** Newest first. */
  payments(): readonly PaymentSummary[];
  /** Newest first. */
  events(): readonly EventSummary[];
  /** Whether older ones were left out. */
  readonly isCut: boolean;
}

/** Keeps at most `limit` payments and as many events. */
export function knownItems(limit = 5_000): KnownItems {
  const payments = new Map<string, PaymentSummary>();
  const events = new Map<string, Omit<EventSummary, keyof DeliveryState>>();
  const deliveries = new Map<string, DeliveryState>();
  let isCut = false;

  function put(item: Item): void {
    if (item.sk === 'PAYMENT' && item.pk.startsWith('MERCHANT#')) {
      const payment = v.safeParse(Payment, item);
      if (payment.success) payments.set(item.pk, paymentSummary(payment.output));
    } else if (item.sk === 'EVENT') {
      const event = v.safeParse(Event, item);
      if (event.success) events.set(item.pk, eventSummary(event.output));
    } else if (item.sk === 'DELIVERY') {
      const delivery = v.safeParse(Delivery, item);
      if (delivery.success) deliveries.set(item.pk, deliveryState(delivery.output));
    }
  }

  return {
    take({ before, after }) {
      if (after) put(after);
      else if (before?.sk === 'PAYMENT') payments.delete(before.pk);
      else if (before?.sk === 'EVENT') events.delete(before.pk);
      else if (before?.sk === 'DELIVERY') deliveries.delete(before.pk);
      // Room for a tenth more, so that not every change has to look for the oldest.
      if (payments.size > limit * 1.1) isCut = dropOldest(payments, limit);
      if (events.size > limit * 1.1) isCut = dropOldest(events, limit);
      if (deliveries.size > limit * 2.2) {
        for (const pk of deliveries.keys()) if (!events.has(pk)) deliveries.delete(pk);
      }
    },
    payments: () => newestFirst([...payments.values()]),
    events: () =>
      newestFirst(
        [...events].map(([pk, event]) => ({
          ...event,
          ...(deliveries.get(pk) ?? { attempts: 0 }),
        })),
      ),
    get isCut() {
      return isCut;
    },
  };
}

function paymentSummary(payment: v.InferOutput<typeof Payment>): PaymentSummary {
  const { merchantId, id, status, amountMinor, currency, attempt, requestFields } = payment;
  const error = attempt?.error?.message ?? attempt?.error?.code;
  const method = requestFields?.payment_method;
  return {
    merchantId,
    id,
    status,
    amountMinor,
    currency,
    attempts: payment.attemptCount,
    createdAt: Date.parse(payment.createdAt),
    ...(attempt?.connectorName !== undefined && { connector: attempt.connectorName }),
    ...(method != null && { method }),
    ...(error !== undefined && { error }),
  };
}

/** The summary of an item; undefined when it is no payment. */
export function summaryOf(item: Item | undefined): PaymentSummary | undefined {
  const payment = v.safeParse(Payment, item);
  return payment.success ? paymentSummary(payment.output) : undefined;
}

function eventSummary({
  merchantId,
  id,
  type,
  objectId,
  createdAt,
  body,
}: v.InferOutput<typeof Event>) {
  const paymentId = body.content.object.payment_id;
  return {
    merchantId,
    eventId: id,
    type,
    objectId,
    createdAt: Date.parse(createdAt),
    ...(typeof paymentId === 'string' && { paymentId }),
  };
}

function deliveryState({ state, attempts }: v.InferOutput<typeof Delivery>): DeliveryState {
  const lastStatus = attempts.at(-1)?.status;
  return { state, attempts: attempts.length, ...(lastStatus !== undefined && { lastStatus }) };
}

const newestFirst = <T extends { readonly createdAt: number }>(all: readonly T[]): readonly T[] =>
  all.toSorted((one, other) => other.createdAt - one.createdAt);

function dropOldest(all: Map<string, { readonly createdAt: number }>, limit: number): true {
  const oldest = [...all].sort(([, one], [, other]) => one.createdAt - other.createdAt);
  for (const [pk] of oldest.slice(0, all.size - limit)) all.delete(pk);
  return true;
}
