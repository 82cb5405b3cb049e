import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '../../shared/lists/counts-by-status.ts';
import { payoutsByStatus } from '../../shared/payouts/count-payouts.ts';
import { countPayoutsOfProfile } from '../../shared/payouts/list-operations.ts';

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
