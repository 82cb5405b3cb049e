import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveRoutingServices, type RoutingServices } from '#switch/routing/manage-algorithms.ts';
import { listFallback } from '#switch/routing/manage-fallback.ts';
import { retrieveDefaultPayoutRouting } from '#switch/routing/operations.ts';

/** Shows the fallback list for payouts. */
export const retrieveDefaultForPayouts = implement(retrieveDefaultPayoutRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: async ({ caller }, _: RoutingServices, configuration) =>
    listFallback(configuration, 'payout', caller.profileId),
});

export const handler = lambda(retrieveDefaultForPayouts, liveRoutingServices);
