import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  listAlgorithms,
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { listRouting } from '../../shared/routing/operations.ts';

/** Lists algorithms, latest first. */
export const list = implement(listRouting, {
  load: ({ merchantId }, { algorithms }: RoutingServices) => algorithms.list(merchantId),

  run: async ({ query, caller }, _: RoutingServices, algorithms) =>
    listAlgorithms(algorithms, query.transaction_type ?? 'payment', query, caller),
});

export const handler = lambda(list, liveRoutingServices);
