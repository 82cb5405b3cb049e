import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { countScopeOf } from '../../shared/lists/counts-by-status.ts';
import { type FilterServices, liveFilterServices } from '../../shared/lists/filter-services.ts';
import { listRefundFilters } from '../../shared/refunds/list-operations.ts';
import { refundFilters } from '../../shared/refunds/refund-filters.ts';

/** Lists the accounts and values by which a merchant’s refunds can be filtered. */
export const filters = implement(listRefundFilters, {
  load: (request, services: FilterServices) =>
    refundFilters(countScopeOf(request), request.query, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filters, liveFilterServices);
