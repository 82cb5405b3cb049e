import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveRoutingServices, type RoutingServices } from '#switch/routing/manage-algorithms.ts';
import { orderProfileFallback } from '#switch/routing/manage-fallback.ts';
import { updateDefaultPayoutRoutingOfProfile } from '#switch/routing/operations.ts';

/** Reorders a profile's fallback list for payouts. */
export const updateDefaultForPayoutsOfProfile = implement(updateDefaultPayoutRoutingOfProfile, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run(request, services: RoutingServices, configuration) {
    const change = { profileId: request.params.profile_id, wanted: request.body };
    return orderProfileFallback(change, 'payout', request, configuration, services);
  },
});

export const handler = lambda(updateDefaultForPayoutsOfProfile, liveRoutingServices);
