import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '#platform/lists/counts-by-status.ts';
import { payoutsByStatus } from '#switch/payouts/count-payouts.ts';
import { countPayouts } from '#switch/payouts/list-operations.ts';

/** Counts a merchant’s payouts of a time by status. */
export const aggregate = implement(countPayouts, {
  load: (request, services: CountServices) =>
    payoutsByStatus(countScopeOf(request), request.query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregate, liveCountServices);
