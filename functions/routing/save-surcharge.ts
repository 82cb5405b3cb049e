import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { saveSurcharge as declared } from '#switch/routing/decisions/decision-operations.ts';
import {
  type DecisionServices,
  liveDecisionServices,
  presentSurcharge,
  saveProgram,
} from '#switch/routing/decisions/manage-decisions.ts';

/** Replaces the program that decides which payments cost a surcharge. */
export const saveSurcharge = implement(declared, {
  load: ({ merchantId }, { configurations }: DecisionServices) => configurations.read(merchantId),

  async run({ body, now }, services: DecisionServices, configuration) {
    const { name, algorithm: program, merchant_surcharge_configs: configs } = body;
    const stated = { name, program, showsBreakup: configs.show_surcharge_breakup_screen };
    return presentSurcharge(await saveProgram('surcharge', stated, configuration, now, services));
  },
});

export const handler = lambda(saveSurcharge, liveDecisionServices);
