import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { countScopeOf } from '../../shared/lists/counts-by-status.ts';
import { type FilterServices, liveFilterServices } from '../../shared/lists/filter-services.ts';
import { listRefundFiltersOfProfile } from '../../shared/refunds/list-operations.ts';
import { refundFilters } from '../../shared/refunds/refund-filters.ts';

/**
 * Lists the accounts and values for refunds of the profile in `X-Profile-Id`; without the header, of
 * all profiles.
 */
export const filtersOfProfile = implement(listRefundFiltersOfProfile, {
  load: (request, services: FilterServices) =>
    refundFilters(countScopeOf(request), request.query, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filtersOfProfile, liveFilterServices);
