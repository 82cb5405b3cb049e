import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { type Lists, listsOver } from '../lists/read-list.ts';
import { cachedShards } from '../lists/shards.ts';
import { liveTable } from '../table/table.ts';
import { Customer, presentCustomer } from './customer.ts';
import { listedCustomers } from './customer-list-entry.ts';
import type { CountCustomersQuery } from './list-operations.ts';

export interface ListServices {
  readonly lists: Lists;
}

interface Page {
  readonly limit: number;
  readonly counted?: boolean;
}

/** Customers, oldest first, redacted ones too; of an address lists say nothing. */
export async function readCustomersPage(
  merchantId: string,
  { offset, customer_id, start_time, end_time }: Omit<CountCustomersQuery, 'limit'>,
  { limit, counted = false }: Page,
  { lists }: ListServices,
) {
  const { entities, total = 0 } = await lists.read({
    kind: listedCustomers,
    owner: `MERCHANT#${merchantId}`,
    from: start_time,
    until: end_time,
    ...(customer_id !== undefined && { ids: [customer_id] }),
    ascending: true,
    offset,
    limit,
    counted,
  });
  const data = entities.map(([customer]) => ({
    ...presentCustomer(v.parse(Customer, customer)),
    address: null,
  }));
  return { data, total_count: total };
}

/** How many a page of a counted list may have. Throws `invalid_query` for less than 1 or more than 100. */
export function countedLimit(limit = 20): number {
  if (limit < 1) throw refused('CustomerListLimit cannot be less than 1');
  if (limit > 100) throw refused('CustomerListLimit exceeds the maximum allowed value of 100');
  return limit;
}

const refused = (detail: string) => new SwitchError('invalid_query', { detail });

/** What lists of customers are read with. */
export const liveListServices = (): ListServices => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
});
