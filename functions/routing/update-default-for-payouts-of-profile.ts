import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { orderProfileFallback } from '../../shared/routing/manage-fallback.ts';
import { updateDefaultPayoutRoutingOfProfile } from '../../shared/routing/operations.ts';

/** Reorders a profile's fallback list for payouts. */
export const updateDefaultForPayoutsOfProfile = implement(updateDefaultPayoutRoutingOfProfile, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run(request, services: RoutingServices, configuration) {
    const change = { profileId: request.params.profile_id, wanted: request.body };
    return orderProfileFallback(change, 'payout', request, configuration, services);
  },
});

export const handler = lambda(updateDefaultForPayoutsOfProfile, liveRoutingServices);
