import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  listAlgorithms,
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { listPayoutRouting } from '../../shared/routing/operations.ts';

/** Lists the algorithms for payouts, latest first. */
export const listForPayouts = implement(listPayoutRouting, {
  load: ({ merchantId }, { algorithms }: RoutingServices) => algorithms.list(merchantId),

  run: async ({ query, caller }, _: RoutingServices, algorithms) =>
    listAlgorithms(algorithms, 'payout', query, caller),
});

export const handler = lambda(listForPayouts, liveRoutingServices);
