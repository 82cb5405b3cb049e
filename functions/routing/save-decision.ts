import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { saveDecision as declared } from '#switch/routing/decisions/decision-operations.ts';
import {
  type DecisionServices,
  liveDecisionServices,
  presentDecision,
  saveProgram,
} from '#switch/routing/decisions/manage-decisions.ts';

/** Replaces the program that decides which payments use 3-D Secure. */
export const saveDecision = implement(declared, {
  load: ({ merchantId }, { configurations }: DecisionServices) => configurations.read(merchantId),

  async run({ body, now }, services: DecisionServices, configuration) {
    const { name } = body;
    const program = body.algorithm ?? body.program;
    if (!program) throw new SwitchError('missing_param', { field: 'algorithm' });
    const stated = { name, program };
    return presentDecision(await saveProgram('three_ds', stated, configuration, now, services));
  },
});

export const handler = lambda(saveDecision, liveDecisionServices);
