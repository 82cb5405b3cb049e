import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { textResponse } from '#platform/http/response/raw-response.ts';
import { deleteDecision as declared } from '#switch/routing/decisions/decision-operations.ts';
import {
  type DecisionServices,
  liveDecisionServices,
  programFor,
} from '#switch/routing/decisions/manage-decisions.ts';

/** Deletes the program that decides about 3-D Secure. */
export const deleteDecision = implement(declared, {
  load: ({ merchantId }, { configurations }: DecisionServices) => configurations.read(merchantId),

  async run(_, { configurations }: DecisionServices, configuration) {
    await configurations.removeDecision(programFor('three_ds', configuration));
    return textResponse('');
  },
});

export const handler = lambda(deleteDecision, liveDecisionServices);
