import { deflateRawSync } from 'node:zlib';
import type { Table } from '../table/table.ts';
import type { WebhookEvent } from './event.ts';

/** One try at telling a merchant. */
export interface DeliveryAttempt {
  readonly at: string;
  readonly delivered: boolean;
  /** Milliseconds until the receiver had answered, or we had given up. */
  readonly ms: number;
  /** The receiver's HTTP status; absent when it gave none. */
  readonly status?: number;
  readonly error?: string;
}

export interface EventStore {
  /**
   * Keeps an event. Returns whether it still has to be sent: true for a new one, and for one that is
   * there already without any try at delivering it, since whoever wrote it may have died before
   * it was queued.
   */
  keep(event: WebhookEvent): Promise<boolean>;
  /** Notes how a try went. */
  note(event: Pick<WebhookEvent, 'merchantId' | 'id'>, attempt: DeliveryAttempt): Promise<void>;
}

const partition = (merchantId: string, id: string) => `MERCHANT#${merchantId}#EVENT#${id}`;
const eventKey = (merchantId: string, id: string) => ({
  pk: partition(merchantId, id),
  sk: 'EVENT',
});
const deliveryKey = (merchantId: string, id: string) => ({
  pk: partition(merchantId, id),
  sk: 'DELIVERY',
});

export const eventStore = (table: Table): EventStore => ({
  async keep({ body, ...event }) {
    const key = eventKey(event.merchantId, event.id);
    // A payment in JSON is mostly names and nulls: deflated it takes a third of the write units.
    const existing = await table.putNew({ ...event, ...key, deflated: deflateRawSync(body) });
    return !existing || !(await table.get(deliveryKey(event.merchantId, event.id)));
  },

  note: ({ merchantId, id }, attempt) =>
    table.change(deliveryKey(merchantId, id), {
      add: { tries: 1 },
      // Once delivered is delivered, whatever becomes of a repeat.
      set: { eventId: id, merchantId, ...(attempt.delivered && { delivered: true }) },
      append: { attempts: [attempt] },
    }),
});
