import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { countScopeOf } from '#platform/lists/counts-by-status.ts';
import { type FilterServices, liveFilterServices } from '#switch/listings/filter-services.ts';
import { listPayoutFiltersOfProfile } from '#switch/payouts/list-operations.ts';
import { payoutFilters } from '#switch/payouts/payout-filters.ts';

/**
 * Lists the accounts and values for payouts of the profile in `X-Profile-Id`; without the header, of
 * all profiles.
 */
export const filtersOfProfile = implement(listPayoutFiltersOfProfile, {
  load: (request, services: FilterServices) =>
    payoutFilters(countScopeOf(request), request.query, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filtersOfProfile, liveFilterServices);
