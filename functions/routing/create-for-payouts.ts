import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  createAlgorithm,
  liveRoutingServices,
  type RoutingServices,
} from '#switch/routing/manage-algorithms.ts';
import { createPayoutRouting } from '#switch/routing/operations.ts';

/** Creates an algorithm for payouts. The transaction type of the body is ignored. */
export const createForPayouts = implement(createPayoutRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: (request, services: RoutingServices, configuration) =>
    createAlgorithm(request.body, 'payout', request, configuration, services),
});

export const handler = lambda(createForPayouts, liveRoutingServices);
