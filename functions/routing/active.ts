import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  activeAlgorithms,
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { showActiveRouting } from '../../shared/routing/operations.ts';

/** Shows the active algorithms. Profiles that use their fallback list alone are left out. */
export const active = implement(showActiveRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: async ({ query, caller }, _: RoutingServices, configuration) =>
    activeAlgorithms(configuration, query.transaction_type ?? 'payment', query.profile_id, caller),
});

export const handler = lambda(active, liveRoutingServices);
