import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  deactivateAlgorithm,
  liveRoutingServices,
  type RoutingServices,
  requestedProfile,
} from '#switch/routing/manage-algorithms.ts';
import { deactivateRouting } from '#switch/routing/operations.ts';

/**
 * Deactivates a profile's algorithm, so that only its fallback list applies. Answers the algorithm
 * that was active.
 */
export const deactivate = implement(deactivateRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  async run({ body, caller, now }, services: RoutingServices, configuration) {
    const profile = requestedProfile(body, caller, configuration);
    return deactivateAlgorithm(profile, body?.transaction_type ?? 'payment', now, services);
  },
});

export const handler = lambda(deactivate, liveRoutingServices);
