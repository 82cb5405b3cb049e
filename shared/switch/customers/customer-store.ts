import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { putIdempotently } from '#platform/table/put-idempotently.ts';
import type { Item, Table } from '#platform/table/table.ts';
import { Customer } from './customer.ts';

export interface CustomerStore {
  /** Throws `customer_not_found`. */
  get(merchantId: string, id: string): Promise<Customer>;
  /** Saves a new customer. Returns the existing customer when the identifier is taken. */
  createIfAbsent(customer: Customer): Promise<Customer | undefined>;
  /**
   * Saves a new customer. A `claim` (the item of the idempotency key) is written in the same
   * transaction. Throws `customer_exists`, `customer_redacted`, `idempotency_key_reused`, and
   * `RepeatedCreate` when the same request created the customer earlier under the same idempotency
   * key.
   */
  create(customer: Customer, claim?: Item): Promise<Customer>;
  /** Writes over the version that was read. Throws `concurrent_update`. */
  save(customer: Customer): Promise<Customer>;
}

/** Parses a customer from the table. Unknown attributes stay. */
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
