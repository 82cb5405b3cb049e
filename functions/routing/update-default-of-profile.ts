import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { orderProfileFallback } from '../../shared/routing/manage-fallback.ts';
import { updateDefaultRoutingOfProfile } from '../../shared/routing/operations.ts';

/** Reorders a profile's fallback list. */
export const updateDefaultOfProfile = implement(updateDefaultRoutingOfProfile, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run(request, services: RoutingServices, configuration) {
    const change = { profileId: request.params.profile_id, wanted: request.body };
    return orderProfileFallback(change, 'payment', request, configuration, services);
  },
});

export const handler = lambda(updateDefaultOfProfile, liveRoutingServices);
