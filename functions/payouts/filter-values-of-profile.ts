import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '../../shared/lists/counts-by-status.ts';
import { listPayoutFilterValuesOfProfile } from '../../shared/payouts/list-operations.ts';
import { payoutFilterValues } from '../../shared/payouts/payout-filters.ts';

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
