import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { evaluateRouting } from '../../shared/routing/evaluate-routing.ts';
import { evaluateRouting as operation } from '../../shared/routing/explain-operations.ts';
import {
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';

/** Answers how a payment would be routed. It moves nothing. */
export const evaluateRules = implement(operation, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: async ({ body, caller, requestId }, _: RoutingServices, configuration) =>
    evaluateRouting(body, caller, configuration, requestId),
});

export const handler = lambda(evaluateRules, liveRoutingServices);
