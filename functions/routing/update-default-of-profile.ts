import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveRoutingServices, type RoutingServices } from '#switch/routing/manage-algorithms.ts';
import { orderProfileFallback } from '#switch/routing/manage-fallback.ts';
import { updateDefaultRoutingOfProfile } from '#switch/routing/operations.ts';

/** Reorders a profile's fallback list. */
export const updateDefaultOfProfile = implement(updateDefaultRoutingOfProfile, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run(request, services: RoutingServices, configuration) {
    const change = { profileId: request.params.profile_id, wanted: request.body };
    return orderProfileFallback(change, 'payment', request, configuration, services);
  },
});

export const handler = lambda(updateDefaultOfProfile, liveRoutingServices);
