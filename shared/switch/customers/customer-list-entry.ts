import * as v from 'valibot';
import type { ListDefinition } from '#platform/lists/list-definition.ts';
import { Customer } from './customer.ts';
import { customerKey } from './customer-store.ts';

/** The list of a merchant's customers by creation time, redacted ones included. */
export const listedCustomers: ListDefinition<Customer> = {
  list: 'customers',
  entityOf({ pk, sk }) {
    const [, owner, id] = /^(MERCHANT#[^#]+)#CUSTOMER#([^#]+)$/.exec(pk) ?? [];
    return sk === 'CUSTOMER' && owner && id ? { owner, id } : undefined;
  },
  itemKeys: ({ owner, id }) => [customerKey(owner.slice('MERCHANT#'.length), id)],
  parse: ([item]) => v.parse(Customer, item),
  entryOf({ merchantId, id, version, createdAt }) {
    return {
      owner: `MERCHANT#${merchantId}`,
      list: 'customers',
      id,
      version,
      createdAt,
      facets: {},
    };
  },
};
