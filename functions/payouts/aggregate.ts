import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '../../shared/lists/counts-by-status.ts';
import { payoutsByStatus } from '../../shared/payouts/count-payouts.ts';
import { countPayouts } from '../../shared/payouts/list-operations.ts';

/** Counts a merchant’s payouts of a time by status. */
export const aggregate = implement(countPayouts, {
  load: (request, services: CountServices) =>
    payoutsByStatus(countScopeOf(request), request.query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregate, liveCountServices);
