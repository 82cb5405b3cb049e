import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveRoutingServices, type RoutingServices } from '#switch/routing/manage-algorithms.ts';
import { listFallback } from '#switch/routing/manage-fallback.ts';
import { retrieveDefaultRoutingOfProfile } from '#switch/routing/operations.ts';

/** Shows the fallback list of the caller's profile; for a caller without one, the merchant's. */
export const retrieveDefaultOfProfile = implement(retrieveDefaultRoutingOfProfile, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: async ({ caller }, _: RoutingServices, configuration) =>
    listFallback(configuration, 'payment', caller.profileId),
});

export const handler = lambda(retrieveDefaultOfProfile, liveRoutingServices);
