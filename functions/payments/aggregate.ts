import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '#platform/lists/counts-by-status.ts';
import { paymentsByStatus } from '#switch/payments/lists/count-payments.ts';
import { countPayments } from '#switch/payments/lists/operations.ts';

/** Counts a merchant’s payments of a time by status. */
export const aggregate = implement(countPayments, {
  load: (request, services: CountServices) =>
    paymentsByStatus(countScopeOf(request), request.query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregate, liveCountServices);
