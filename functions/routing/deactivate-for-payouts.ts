import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  deactivateAlgorithm,
  liveRoutingServices,
  type RoutingServices,
  requestedProfile,
} from '#switch/routing/manage-algorithms.ts';
import { deactivatePayoutRouting } from '#switch/routing/operations.ts';

/** Deactivates a profile's algorithm for payouts, so that only its fallback list applies. */
export const deactivateForPayouts = implement(deactivatePayoutRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  async run({ body, caller, now }, services: RoutingServices, configuration) {
    const profile = requestedProfile(body, caller, configuration);
    return deactivateAlgorithm(profile, 'payout', now, services);
  },
});

export const handler = lambda(deactivateForPayouts, liveRoutingServices);
