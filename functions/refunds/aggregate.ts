import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '#platform/lists/counts-by-status.ts';
import { refundsByStatus } from '#switch/refunds/count-refunds.ts';
import { countRefunds } from '#switch/refunds/list-operations.ts';

/** Counts a merchant’s refunds of a time by status. */
export const aggregate = implement(countRefunds, {
  load: (request, services: CountServices) =>
    refundsByStatus(countScopeOf(request), request.query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregate, liveCountServices);
