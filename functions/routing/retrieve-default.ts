import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveRoutingServices, type RoutingServices } from '#switch/routing/manage-algorithms.ts';
import { listFallback } from '#switch/routing/manage-fallback.ts';
import { retrieveDefaultRouting } from '#switch/routing/operations.ts';

/** Shows the fallback list, by which payments are routed when no algorithm decides. */
export const retrieveDefault = implement(retrieveDefaultRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: async ({ caller }, _: RoutingServices, configuration) =>
    listFallback(configuration, 'payment', caller.profileId),
});

export const handler = lambda(retrieveDefault, liveRoutingServices);
