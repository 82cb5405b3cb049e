import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  createAlgorithm,
  liveRoutingServices,
  type RoutingServices,
} from '#switch/routing/manage-algorithms.ts';
import { createRouting } from '#switch/routing/operations.ts';

/** Creates an algorithm, which has no effect until it is activated. */
export const create = implement(createRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: (request, services: RoutingServices, configuration) =>
    createAlgorithm(
      request.body,
      request.body.transaction_type ?? 'payment',
      request,
      configuration,
      services,
    ),
});

export const handler = lambda(create, liveRoutingServices);
