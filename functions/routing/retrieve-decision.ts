import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { retrieveDecision as declared } from '#switch/routing/decisions/decision-operations.ts';
import {
  type DecisionServices,
  liveDecisionServices,
  presentDecision,
  programFor,
} from '#switch/routing/decisions/manage-decisions.ts';

/** Retrieves the program that decides about 3-D Secure. */
export const retrieveDecision = implement(declared, {
  load: ({ merchantId }, { configurations }: DecisionServices) => configurations.read(merchantId),
  run: async (_, __: DecisionServices, configuration) =>
    presentDecision(programFor('three_ds', configuration)),
});

export const handler = lambda(retrieveDecision, liveDecisionServices);
