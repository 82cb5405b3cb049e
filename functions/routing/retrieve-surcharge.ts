import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { retrieveSurcharge as declared } from '../../shared/routing/decisions/decision-operations.ts';
import {
  type DecisionServices,
  liveDecisionServices,
  presentSurcharge,
  programFor,
} from '../../shared/routing/decisions/manage-decisions.ts';

/** Retrieves the program that decides about surcharges. */
export const retrieveSurcharge = implement(declared, {
  load: ({ merchantId }, { configurations }: DecisionServices) => configurations.read(merchantId),
  run: async (_, __: DecisionServices, configuration) =>
    presentSurcharge(programFor('surcharge', configuration)),
});

export const handler = lambda(retrieveSurcharge, liveDecisionServices);
