import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '#platform/lists/counts-by-status.ts';
import { listRefundFilterValues } from '#switch/refunds/list-operations.ts';
import { refundFilterValues } from '#switch/refunds/refund-filters.ts';

/** Lists the values by which a merchant’s refunds of a time can be filtered. */
export const filterValues = implement(listRefundFilterValues, {
  load: (request, services: CountServices) =>
    refundFilterValues(countScopeOf(request), request.body, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filterValues, liveCountServices);
