import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { listFallback } from '../../shared/routing/manage-fallback.ts';
import { retrieveDefaultPayoutRouting } from '../../shared/routing/operations.ts';

/** Shows the fallback list for payouts. */
export const retrieveDefaultForPayouts = implement(retrieveDefaultPayoutRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: async ({ caller }, _: RoutingServices, configuration) =>
    listFallback(configuration, 'payout', caller.profileId),
});

export const handler = lambda(retrieveDefaultForPayouts, liveRoutingServices);
