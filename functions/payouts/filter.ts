import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { filterPayouts } from '#switch/payouts/list-operations.ts';
import {
  filterPayoutsPage,
  livePayoutListServices,
  type PayoutListServices,
} from '#switch/payouts/list-payouts.ts';

/** Lists the matching payouts with their count. */
export const filter = implement(filterPayouts, {
  load: ({ merchantId, headers, body }, services: PayoutListServices) =>
    filterPayoutsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, body, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(filter, livePayoutListServices);
