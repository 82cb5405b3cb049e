import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { textResponse } from '../../shared/http/raw-response.ts';
import { deleteDecision as declared } from '../../shared/routing/decisions/decision-operations.ts';
import {
  type DecisionServices,
  liveDecisionServices,
  programFor,
} from '../../shared/routing/decisions/manage-decisions.ts';

/** Deletes the program that decides about 3-D Secure. */
export const deleteDecision = implement(declared, {
  load: ({ merchantId }, { configurations }: DecisionServices) => configurations.read(merchantId),

  async run(_, { configurations }: DecisionServices, configuration) {
    await configurations.removeDecision(programFor('three_ds', configuration));
    return textResponse('');
  },
});

export const handler = lambda(deleteDecision, liveDecisionServices);
