import { SwitchError } from '#platform/errors.ts';
import { type Lists, listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { liveTable } from '#platform/table/table.ts';
import { presentCustomer } from './customer.ts';
import { listedCustomers } from './customer-list-entry.ts';
import type { CountCustomersQuery } from './list-operations.ts';

export interface ListServices {
  readonly lists: Lists;
}

interface Page {
  readonly limit: number;
  readonly counted?: boolean;
}

/** The matching customers, oldest first, redacted ones included, without their addresses. */
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
  const data = entities.map((customer) => ({
    ...presentCustomer(customer),
    address: null,
  }));
  return { data, total_count: total };
}

/** The page size of a list with counts. Throws `invalid_query` below 1 or above 100. */
export function countedLimit(limit = 20): number {
  if (limit < 1) throw refused('CustomerListLimit cannot be less than 1');
  if (limit > 100) throw refused('CustomerListLimit exceeds the maximum allowed value of 100');
  return limit;
}

const refused = (detail: string) => new SwitchError('invalid_query', { detail });

/** The services that customer lists need. */
export const liveListServices = (): ListServices => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
});
