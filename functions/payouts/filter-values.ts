import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '#platform/lists/counts-by-status.ts';
import { listPayoutFilterValues } from '#switch/payouts/list-operations.ts';
import { payoutFilterValues } from '#switch/payouts/payout-filters.ts';

/** Lists the values by which a merchant’s payouts of a time can be filtered. */
export const filterValues = implement(listPayoutFilterValues, {
  load: (request, services: CountServices) =>
    payoutFilterValues(countScopeOf(request), request.body, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filterValues, liveCountServices);
