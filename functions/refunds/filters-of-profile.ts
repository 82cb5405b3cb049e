import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { countScopeOf } from '#platform/lists/counts-by-status.ts';
import { type FilterServices, liveFilterServices } from '#switch/listings/filter-services.ts';
import { listRefundFiltersOfProfile } from '#switch/refunds/list-operations.ts';
import { refundFilters } from '#switch/refunds/refund-filters.ts';

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
