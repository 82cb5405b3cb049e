import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '#platform/lists/counts-by-status.ts';
import { listPayoutFilterValuesOfProfile } from '#switch/payouts/list-operations.ts';
import { payoutFilterValues } from '#switch/payouts/payout-filters.ts';

/**
 * Lists the filter values for payouts of the profile in `X-Profile-Id`; without the header, of all
 * profiles.
 */
export const filterValuesOfProfile = implement(listPayoutFilterValuesOfProfile, {
  load: (request, services: CountServices) =>
    payoutFilterValues(countScopeOf(request), request.body, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filterValuesOfProfile, liveCountServices);
