import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '../../shared/lists/counts-by-status.ts';
import { refundsByStatus } from '../../shared/refunds/count-refunds.ts';
import { countRefunds } from '../../shared/refunds/list-operations.ts';

/** Counts a merchant’s refunds of a time by status. */
export const aggregate = implement(countRefunds, {
  load: (request, services: CountServices) =>
    refundsByStatus(countScopeOf(request), request.query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregate, liveCountServices);
