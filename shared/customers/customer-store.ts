import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { putIdempotently } from '../table/put-idempotently.ts';
import type { Item, Table } from '../table/table.ts';
import { Customer } from './customer.ts';

export interface CustomerStore {
  /** Throws `customer_not_found`. */
  get(merchantId: string, id: string): Promise<Customer>;
  /** Writes a new customer; returns the one that has the identifier already, if there is one. */
  createIfAbsent(customer: Customer): Promise<Customer | undefined>;
  /**
   * Writes a new customer, with the key of its request beside it where there is a `claim`. Throws
   * `customer_exists`, `customer_redacted`, `idempotency_key_reused`, and `RepeatedCreate` when the one
   * that is there was made by the same request under the same key for repeats.
   */
  create(customer: Customer, claim?: Item): Promise<Customer>;
  /** Writes over the version that was read. Throws `concurrent_update`. */
  save(customer: Customer): Promise<Customer>;
}

/** Reads a customer out of the table. Attributes that we do not know are kept. */
export const parseCustomer = (item: unknown): Customer => v.parse(Customer, item);

export const customerKey = (merchantId: string, id: string) => ({
  pk: `MERCHANT#${merchantId}#CUSTOMER#${id}`,
  sk: 'CUSTOMER',
});

export const customerStore = (table: Table): CustomerStore => ({
  async get(merchantId, id) {
    const item = await table.get(customerKey(merchantId, id));
    if (!item) throw new SwitchError('customer_not_found');
    return parseCustomer(item);
  },

  async createIfAbsent(customer) {
    const key = customerKey(customer.merchantId, customer.id);
    const existing = await table.putNew({ ...customer, ...key });
    return existing && parseCustomer(existing);
  },

  async create(customer, claim) {
    const item = { ...customer, ...customerKey(customer.merchantId, customer.id) };
    await putIdempotently(table, item, claim, {
      taken: () => new SwitchError('customer_exists'),
      gone: ({ redactedAt }) =>
        redactedAt === undefined ? undefined : new SwitchError('customer_redacted'),
    });
    return customer;
  },

  async save(customer) {
    const key = customerKey(customer.merchantId, customer.id);
    return parseCustomer(await table.save({ ...customer, ...key }));
  },
});
