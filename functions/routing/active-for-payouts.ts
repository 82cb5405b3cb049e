import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  activeAlgorithms,
  liveRoutingServices,
  type RoutingServices,
} from '#switch/routing/manage-algorithms.ts';
import { showActivePayoutRouting } from '#switch/routing/operations.ts';

/** Shows the active algorithms for payouts. */
export const activeForPayouts = implement(showActivePayoutRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: async ({ query, caller }, _: RoutingServices, configuration) =>
    activeAlgorithms(configuration, 'payout', query.profile_id, caller),
});

export const handler = lambda(activeForPayouts, liveRoutingServices);
