import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { listPayoutsOfProfile } from '#switch/payouts/list-operations.ts';
import {
  listPayoutsPage,
  livePayoutListServices,
  type PayoutListServices,
} from '#switch/payouts/list-payouts.ts';

/** Lists the payouts of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const listOfProfile = implement(listPayoutsOfProfile, {
  load: ({ merchantId, headers, query }, services: PayoutListServices) =>
    listPayoutsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(listOfProfile, livePayoutListServices);
