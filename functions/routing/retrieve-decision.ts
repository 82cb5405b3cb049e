import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { retrieveDecision as declared } from '../../shared/routing/decisions/decision-operations.ts';
import {
  type DecisionServices,
  liveDecisionServices,
  presentDecision,
  programFor,
} from '../../shared/routing/decisions/manage-decisions.ts';

/** Retrieves the program that decides about 3-D Secure. */
export const retrieveDecision = implement(declared, {
  load: ({ merchantId }, { configurations }: DecisionServices) => configurations.read(merchantId),
  run: async (_, __: DecisionServices, configuration) =>
    presentDecision(programFor('three_ds', configuration)),
});

export const handler = lambda(retrieveDecision, liveDecisionServices);
