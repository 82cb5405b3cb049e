import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import {
  checkOwn,
  liveRoutingServices,
  presentAlgorithm,
  type RoutingServices,
} from '#switch/routing/manage-algorithms.ts';
import { retrieveRouting } from '#switch/routing/operations.ts';

/** Retrieves an algorithm. */
export const retrieve = implement(retrieveRouting, {
  load: ({ merchantId, params }, { algorithms }: RoutingServices) =>
    algorithms.get(merchantId, params.routing_algorithm_id),

  async run({ caller }, _: RoutingServices, algorithm) {
    checkOwn(algorithm, caller);
    return presentAlgorithm(algorithm);
  },
});

export const handler = lambda(retrieve, liveRoutingServices);
