import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  activeAlgorithms,
  liveRoutingServices,
  type RoutingServices,
} from '#switch/routing/manage-algorithms.ts';
import { showActiveRouting } from '#switch/routing/operations.ts';

/** Shows the active algorithms. Profiles that use only their fallback list are left out. */
export const active = implement(showActiveRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: async ({ query, caller }, _: RoutingServices, configuration) =>
    activeAlgorithms(configuration, query.transaction_type ?? 'payment', query.profile_id, caller),
});

export const handler = lambda(active, liveRoutingServices);
