import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { countScopeOf } from '../../shared/lists/counts-by-status.ts';
import { type FilterServices, liveFilterServices } from '../../shared/lists/filter-services.ts';
import { listPayoutFiltersOfProfile } from '../../shared/payouts/list-operations.ts';
import { payoutFilters } from '../../shared/payouts/payout-filters.ts';

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
