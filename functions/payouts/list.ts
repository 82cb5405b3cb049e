import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { listPayouts } from '#switch/payouts/list-operations.ts';
import {
  listPayoutsPage,
  livePayoutListServices,
  type PayoutListServices,
} from '#switch/payouts/list-payouts.ts';

/** Lists a merchant’s payouts, newest first. */
export const list = implement(listPayouts, {
  load: ({ merchantId, headers, query }, services: PayoutListServices) =>
    listPayoutsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(list, livePayoutListServices);
