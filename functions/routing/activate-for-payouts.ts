import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  activateAlgorithm,
  checkOwn,
  liveRoutingServices,
  type RoutingServices,
} from '#switch/routing/manage-algorithms.ts';
import { activatePayoutRouting } from '#switch/routing/operations.ts';

/** Activates an algorithm for its profile's payouts. */
export const activateForPayouts = implement(activatePayoutRouting, {
  load: ({ merchantId, params }, { algorithms, configurations }: RoutingServices) =>
    Promise.all([
      algorithms.get(merchantId, params.routing_algorithm_id),
      configurations.read(merchantId),
    ]),

  async run(request, services: RoutingServices, [algorithm, configuration]) {
    const { caller, now } = request;
    checkOwn(algorithm, caller);
    return activateAlgorithm(algorithm, 'payout', now, configuration, services);
  },
});

export const handler = lambda(activateForPayouts, liveRoutingServices);
