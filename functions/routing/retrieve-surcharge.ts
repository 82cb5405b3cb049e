import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { retrieveSurcharge as declared } from '#switch/routing/decisions/decision-operations.ts';
import {
  type DecisionServices,
  liveDecisionServices,
  presentSurcharge,
  programFor,
} from '#switch/routing/decisions/manage-decisions.ts';

/** Retrieves the program that decides about surcharges. */
export const retrieveSurcharge = implement(declared, {
  load: ({ merchantId }, { configurations }: DecisionServices) => configurations.read(merchantId),
  run: async (_, __: DecisionServices, configuration) =>
    presentSurcharge(programFor('surcharge', configuration)),
});

export const handler = lambda(retrieveSurcharge, liveDecisionServices);
