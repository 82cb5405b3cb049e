import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { listFallback } from '../../shared/routing/manage-fallback.ts';
import { retrieveDefaultRoutingOfProfile } from '../../shared/routing/operations.ts';

/** Shows the fallback list of the caller's profile; for a caller without one, the merchant's. */
export const retrieveDefaultOfProfile = implement(retrieveDefaultRoutingOfProfile, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: async ({ caller }, _: RoutingServices, configuration) =>
    listFallback(configuration, 'payment', caller.profileId),
});

export const handler = lambda(retrieveDefaultOfProfile, liveRoutingServices);
