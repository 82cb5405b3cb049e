import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { evaluateRouting } from '#switch/routing/evaluate-routing.ts';
import { evaluateRouting as operation } from '#switch/routing/explain-operations.ts';
import { liveRoutingServices, type RoutingServices } from '#switch/routing/manage-algorithms.ts';

/** Answers how a payment would be routed. It moves nothing. */
export const evaluateRules = implement(operation, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: async ({ body, caller, requestId }, _: RoutingServices, configuration) =>
    evaluateRouting(body, caller, configuration, requestId),
});

export const handler = lambda(evaluateRules, liveRoutingServices);
