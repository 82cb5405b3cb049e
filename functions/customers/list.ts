import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import {
  type ListServices,
  liveListServices,
  readCustomersPage,
} from '#switch/customers/list-customers.ts';
import { listCustomers } from '#switch/customers/list-operations.ts';

/** Lists a merchant’s customers, oldest first. */
export const list = implement(listCustomers, {
  async load({ merchantId, query: { limit = 10, ...query } }, services: ListServices) {
    const { data } = await readCustomersPage(merchantId, query, { limit }, services);
    return data;
  },
  run: async (_request, _services, data) => data,
});

export const handler = lambda(list, liveListServices);
