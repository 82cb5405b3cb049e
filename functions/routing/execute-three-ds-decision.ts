import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { executeDecision } from '#switch/routing/decisions/execute-decision.ts';
import { executeThreeDsDecision as declared } from '#switch/routing/decisions/execute-operations.ts';
import {
  checkOwn,
  liveRoutingServices,
  type RoutingServices,
} from '#switch/routing/manage-algorithms.ts';

/** Asks an algorithm how to authenticate the customer of a payment. Nothing is stored. */
export const executeThreeDsDecision = implement(declared, {
  load: ({ merchantId, body }, { algorithms }: RoutingServices) =>
    algorithms.get(merchantId, body.routing_id),

  async run({ caller, body }, _: RoutingServices, algorithm) {
    checkOwn(algorithm, caller);
    return { decision: executeDecision(algorithm, body) };
  },
});

export const handler = lambda(executeThreeDsDecision, liveRoutingServices);
