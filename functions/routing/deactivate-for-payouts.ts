import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  deactivateAlgorithm,
  liveRoutingServices,
  type RoutingServices,
  requestedProfile,
} from '../../shared/routing/manage-algorithms.ts';
import { deactivatePayoutRouting } from '../../shared/routing/operations.ts';

/** Deactivates a profile's algorithm for payouts, so that only its fallback list applies. */
export const deactivateForPayouts = implement(deactivatePayoutRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  async run({ body, caller, now }, services: RoutingServices, configuration) {
    const profile = requestedProfile(body, caller, configuration);
    return deactivateAlgorithm(profile, 'payout', now, services);
  },
});

export const handler = lambda(deactivateForPayouts, liveRoutingServices);
