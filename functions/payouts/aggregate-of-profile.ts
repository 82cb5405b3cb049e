import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '#platform/lists/counts-by-status.ts';
import { payoutsByStatus } from '#switch/payouts/count-payouts.ts';
import { countPayoutsOfProfile } from '#switch/payouts/list-operations.ts';

/**
 * Counts the payouts of the profile in `X-Profile-Id` by status; without the header, of all
 * profiles.
 */
export const aggregateOfProfile = implement(countPayoutsOfProfile, {
  load: (request, services: CountServices) =>
    payoutsByStatus(countScopeOf(request), request.query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregateOfProfile, liveCountServices);
