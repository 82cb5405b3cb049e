import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  deactivateAlgorithm,
  liveRoutingServices,
  type RoutingServices,
  requestedProfile,
} from '../../shared/routing/manage-algorithms.ts';
import { deactivateRouting } from '../../shared/routing/operations.ts';

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
