import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  createAlgorithm,
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { createRouting } from '../../shared/routing/operations.ts';

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
