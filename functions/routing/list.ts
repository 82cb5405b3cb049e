import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  listAlgorithms,
  liveRoutingServices,
  type RoutingServices,
} from '#switch/routing/manage-algorithms.ts';
import { listRouting } from '#switch/routing/operations.ts';

/** Lists algorithms, latest first. */
export const list = implement(listRouting, {
  load: ({ merchantId }, { algorithms }: RoutingServices) => algorithms.list(merchantId),

  run: async ({ query, caller }, _: RoutingServices, algorithms) =>
    listAlgorithms(algorithms, query.transaction_type ?? 'payment', query, caller),
});

export const handler = lambda(list, liveRoutingServices);
