import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { CountInQuery, maxUint16, maxUint32 } from '#platform/lists/list-request.ts';
import { Identifier, Timestamp } from '#platform/schema.ts';
import { CustomerResponse } from './operations.ts';

const page = {
  /** Default 10, or 20 in the list with counts. */
  limit: v.optional(CountInQuery(maxUint16)),
  offset: v.optional(CountInQuery(maxUint32)),
  customer_id: v.optional(Identifier),
};

export const ListCustomersQuery = v.strictObject(page);
export type ListCustomersQuery = v.InferOutput<typeof ListCustomersQuery>;

export const CountCustomersQuery = v.strictObject({
  ...page,
  /** When the customers were created, both included. */
  start_time: v.optional(Timestamp),
  end_time: v.optional(Timestamp),
});
export type CountCustomersQuery = v.InferOutput<typeof CountCustomersQuery>;

const listing = {
  auth: 'secret key',
  method: 'GET',
  access: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  impact: 'Merchants cannot list their customers; payments continue.',
} as const;

export const listCustomers = defineOperation({
  ...listing,
  name: 'customers.list',
  path: '/customers/list',
  summary: 'List customers, oldest first',
  about: { description: 'Lists customers, page by page.' },
  query: ListCustomersQuery,
  response: v.array(CustomerResponse),
  errors: [],
  example: { query: { limit: '5' } },
});

export const listCustomersWithCount = defineOperation({
  ...listing,
  name: 'customers.list-with-count',
  path: '/customers/list_with_count',
  summary: 'List customers, oldest first, with how many there are',
  about: { description: 'Lists customers, page by page, with how many there are in all.' },
  query: CountCustomersQuery,
  response: v.object({ data: v.array(CustomerResponse), total_count: v.number() }),
  errors: [],
  example: { query: { limit: '5' } },
});
