import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { countScopeOf } from '#platform/lists/counts-by-status.ts';
import { type FilterServices, liveFilterServices } from '#switch/listings/filter-services.ts';
import { listPayoutFilters } from '#switch/payouts/list-operations.ts';
import { payoutFilters } from '#switch/payouts/payout-filters.ts';

/** Lists the accounts and values by which a merchant’s payouts can be filtered. */
export const filters = implement(listPayoutFilters, {
  load: (request, services: FilterServices) =>
    payoutFilters(countScopeOf(request), request.query, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filters, liveFilterServices);
