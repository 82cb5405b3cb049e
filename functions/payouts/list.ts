import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listPayouts } from '../../shared/payouts/list-operations.ts';
import {
  listPayoutsPage,
  livePayoutListServices,
  type PayoutListServices,
} from '../../shared/payouts/list-payouts.ts';

/** Lists a merchant’s payouts, newest first. */
export const list = implement(listPayouts, {
  load: ({ merchantId, headers, query }, services: PayoutListServices) =>
    listPayoutsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(list, livePayoutListServices);
