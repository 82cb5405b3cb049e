import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  listAlgorithms,
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { listPayoutRoutingOfProfile } from '../../shared/routing/operations.ts';

/** Lists the algorithms for payouts of the caller's profile; for a caller without one, all. */
export const listForPayoutsOfProfile = implement(listPayoutRoutingOfProfile, {
  load: ({ merchantId }, { algorithms }: RoutingServices) => algorithms.list(merchantId),

  run: async ({ query, caller }, _: RoutingServices, algorithms) =>
    listAlgorithms(algorithms, 'payout', query, caller),
});

export const handler = lambda(listForPayoutsOfProfile, liveRoutingServices);
