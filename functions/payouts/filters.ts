import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { countScopeOf } from '../../shared/lists/counts-by-status.ts';
import { type FilterServices, liveFilterServices } from '../../shared/lists/filter-services.ts';
import { listPayoutFilters } from '../../shared/payouts/list-operations.ts';
import { payoutFilters } from '../../shared/payouts/payout-filters.ts';

/** Lists the accounts and values by which a merchant’s payouts can be filtered. */
export const filters = implement(listPayoutFilters, {
  load: (request, services: FilterServices) =>
    payoutFilters(countScopeOf(request), request.query, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filters, liveFilterServices);
