import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  listAlgorithms,
  liveRoutingServices,
  type RoutingServices,
} from '#switch/routing/manage-algorithms.ts';
import { listRoutingOfProfile } from '#switch/routing/operations.ts';

/** Lists the algorithms of the caller's profile; for a caller without one, all. */
export const listOfProfile = implement(listRoutingOfProfile, {
  load: ({ merchantId }, { algorithms }: RoutingServices) => algorithms.list(merchantId),

  run: async ({ query, caller }, _: RoutingServices, algorithms) =>
    listAlgorithms(algorithms, query.transaction_type ?? 'payment', query, caller),
});

export const handler = lambda(listOfProfile, liveRoutingServices);
