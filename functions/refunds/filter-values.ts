import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '../../shared/lists/counts-by-status.ts';
import { listRefundFilterValues } from '../../shared/refunds/list-operations.ts';
import { refundFilterValues } from '../../shared/refunds/refund-filters.ts';

/** Lists the values by which a merchant’s refunds of a time can be filtered. */
export const filterValues = implement(listRefundFilterValues, {
  load: (request, services: CountServices) =>
    refundFilterValues(countScopeOf(request), request.body, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filterValues, liveCountServices);
