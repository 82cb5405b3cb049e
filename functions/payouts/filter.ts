import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { filterPayouts } from '../../shared/payouts/list-operations.ts';
import {
  filterPayoutsPage,
  livePayoutListServices,
  type PayoutListServices,
} from '../../shared/payouts/list-payouts.ts';

/** Lists the matching payouts with their count. */
export const filter = implement(filterPayouts, {
  load: ({ merchantId, headers, body }, services: PayoutListServices) =>
    filterPayoutsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, body, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(filter, livePayoutListServices);
