import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '#platform/lists/counts-by-status.ts';
import { paymentsByStatus } from '#switch/payments/lists/count-payments.ts';
import { countPaymentsOfProfile } from '#switch/payments/lists/operations.ts';

/**
 * Counts the payments of the profile in `X-Profile-Id` by status; without the header, of all
 * profiles.
 */
export const aggregateOfProfile = implement(countPaymentsOfProfile, {
  load: (request, services: CountServices) =>
    paymentsByStatus(countScopeOf(request), request.query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregateOfProfile, liveCountServices);
