import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '#platform/lists/counts-by-status.ts';
import { refundsByStatus } from '#switch/refunds/count-refunds.ts';
import { countRefundsOfProfile } from '#switch/refunds/list-operations.ts';

/**
 * Counts the refunds of the profile in `X-Profile-Id` by status; without the header, of all
 * profiles.
 */
export const aggregateOfProfile = implement(countRefundsOfProfile, {
  load: (request, services: CountServices) =>
    refundsByStatus(countScopeOf(request), request.query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregateOfProfile, liveCountServices);
