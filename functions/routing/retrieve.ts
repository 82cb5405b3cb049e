import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  checkOwn,
  liveRoutingServices,
  presentAlgorithm,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { retrieveRouting } from '../../shared/routing/operations.ts';

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
