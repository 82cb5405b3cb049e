import * as v from 'valibot';
import { isSwitchError, SwitchError } from '../errors.ts';
import { log } from '../log.ts';
import type { Item, Table } from '../table/table.ts';
import { Payment } from './payment.ts';

export interface PaymentStore {
  /** Throws `payment_not_found`. */
  get(merchantId: string, id: string): Promise<Payment>;
  /** Reads the payment with all that belongs to it, in one query. Throws `payment_not_found`. */
  getWhole(merchantId: string, id: string): Promise<Payment>;
  /** Throws `payment_exists`. */
  create(payment: Payment): Promise<Payment>;
  /** Writes over the version that was read. Throws `concurrent_update` when somebody was faster. */
  save(payment: Payment): Promise<Payment>;
  /**
   * Where every answer lands. Applies `news` and saves; when somebody else saved first, reads again
   * and applies it to what is there. Returns the payment as it was saved, or as it is when the news
   * changes nothing. When it cannot be saved the payment stays as it was, waiting to be asked about
   * again, and that is what is returned.
   */
  settle(payment: Payment, news: (current: Payment) => Payment): Promise<Payment>;
}

/** A payment and everything that belongs to it share a partition, so one query reads them all. */
const partition = (merchantId: string, id: string) => `MERCHANT#${merchantId}#PAYMENT#${id}`;

const primaryKey = (merchantId: string, id: string) => ({
  pk: partition(merchantId, id),
  sk: 'PAYMENT',
});

const toItem = (payment: Payment): Item & { version: number } => ({
  ...payment,
  ...primaryKey(payment.merchantId, payment.id),
});

/** Reads a payment out of the table or its stream. Attributes that we do not know are kept. */
export const parsePayment = (item: unknown): Payment => v.parse(Payment, item);

/** How often an answer is applied anew to a payment that others keep changing. */
const settleTries = 5;

export function paymentStore(table: Table): PaymentStore {
  const store: PaymentStore = {
    async get(merchantId, id) {
      const item = await table.get(primaryKey(merchantId, id));
      if (!item) throw new SwitchError('payment_not_found');
      return parsePayment(item);
    },

    async getWhole(merchantId, id) {
      const items = await table.query(partition(merchantId, id));
      const head = items.find(({ sk }) => sk === 'PAYMENT');
      if (!head) throw new SwitchError('payment_not_found');
      return parsePayment(head);
    },

    async create(payment) {
      if (await table.putNew(toItem(payment))) {
        const reason = `payment with payment_id ${payment.id} already exists`;
        throw new SwitchError('payment_exists', { reason, payment_id: payment.id });
      }
      return payment;
    },

    async save(payment) {
      return parsePayment(await table.save(toItem(payment)));
    },

    async settle(payment, news) {
      let current = payment;
      for (let attempt = 1; attempt <= settleTries; attempt++) {
        try {
          if (attempt > 1) current = await store.get(payment.merchantId, payment.id);
          const next = news(current);
          return next === current ? current : await store.save(next);
        } catch (error) {
          if (isSwitchError(error, 'concurrent_update')) continue;
          // The connector may have charged: an error would say that it has not. The payment stays
          // as it is, to be asked about again.
          log.error('outcome not saved', error, { paymentId: payment.id });
          return current;
        }
      }
      return current;
    },
  };
  return store;
}
