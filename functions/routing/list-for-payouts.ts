import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  listAlgorithms,
  liveRoutingServices,
  type RoutingServices,
} from '#switch/routing/manage-algorithms.ts';
import { listPayoutRouting } from '#switch/routing/operations.ts';

/** Lists the algorithms for payouts, latest first. */
export const listForPayouts = implement(listPayoutRouting, {
  load: ({ merchantId }, { algorithms }: RoutingServices) => algorithms.list(merchantId),

  run: async ({ query, caller }, _: RoutingServices, algorithms) =>
    listAlgorithms(algorithms, 'payout', query, caller),
});

export const handler = lambda(listForPayouts, liveRoutingServices);
