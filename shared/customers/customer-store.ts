import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import type { Table } from '../table/table.ts';
import { Customer } from './customer.ts';

export interface CustomerStore {
  /** Throws `customer_not_found`. */
  get(merchantId: string, id: string): Promise<Customer>;
  /** Writes a new customer; returns the one that has the identifier already, if there is one. */
  createUnlessKnown(customer: Customer): Promise<Customer | undefined>;
  /** Writes over the version that was read. Throws `concurrent_update`. */
  save(customer: Customer): Promise<Customer>;
}

export const customerKey = (merchantId: string, id: string) => ({
  pk: `MERCHANT#${merchantId}#CUSTOMER#${id}`,
  sk: 'CUSTOMER',
});

export const customerStore = (table: Table): CustomerStore => ({
  async get(merchantId, id) {
    const item = await table.get(customerKey(merchantId, id));
    if (!item) throw new SwitchError('customer_not_found');
    return v.parse(Customer, item);
  },

  async createUnlessKnown(customer) {
    const key = customerKey(customer.merchantId, customer.id);
    const existing = await table.putNew({ ...customer, ...key });
    return existing && v.parse(Customer, existing);
  },

  async save(customer) {
    const key = customerKey(customer.merchantId, customer.id);
    return v.parse(Customer, await table.save({ ...customer, ...key }));
  },
});
