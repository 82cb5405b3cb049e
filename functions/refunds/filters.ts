import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { countScopeOf } from '#platform/lists/counts-by-status.ts';
import { type FilterServices, liveFilterServices } from '#switch/listings/filter-services.ts';
import { listRefundFilters } from '#switch/refunds/list-operations.ts';
import { refundFilters } from '#switch/refunds/refund-filters.ts';

/** Lists the accounts and values by which a merchant’s refunds can be filtered. */
export const filters = implement(listRefundFilters, {
  load: (request, services: FilterServices) =>
    refundFilters(countScopeOf(request), request.query, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filters, liveFilterServices);
