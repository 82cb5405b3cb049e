import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { listFallback } from '../../shared/routing/manage-fallback.ts';
import { retrieveDefaultRouting } from '../../shared/routing/operations.ts';

/** Shows the fallback list, by which payments are routed when no algorithm decides. */
export const retrieveDefault = implement(retrieveDefaultRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: async ({ caller }, _: RoutingServices, configuration) =>
    listFallback(configuration, 'payment', caller.profileId),
});

export const handler = lambda(retrieveDefault, liveRoutingServices);
