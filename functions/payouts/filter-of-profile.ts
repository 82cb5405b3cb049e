import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { filterPayoutsOfProfile } from '#switch/payouts/list-operations.ts';
import {
  filterPayoutsPage,
  livePayoutListServices,
  type PayoutListServices,
} from '#switch/payouts/list-payouts.ts';

/** Filters the payouts of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const filterOfProfile = implement(filterPayoutsOfProfile, {
  load: ({ merchantId, headers, body }, services: PayoutListServices) =>
    filterPayoutsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, body, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(filterOfProfile, livePayoutListServices);
