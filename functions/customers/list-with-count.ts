import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import {
  countedLimit,
  type ListServices,
  liveListServices,
  readCustomersPage,
} from '#switch/customers/list-customers.ts';
import { listCustomersWithCount } from '#switch/customers/list-operations.ts';

/** Lists a merchant’s customers, oldest first, with their count on all pages. */
export const listWithCount = implement(listCustomersWithCount, {
  async load({ merchantId, query }, services: ListServices) {
    const page = { limit: countedLimit(query.limit), counted: true };
    return readCustomersPage(merchantId, query, page, services);
  },
  run: async (_request, _services, page) => page,
});

export const handler = lambda(listWithCount, liveListServices);
