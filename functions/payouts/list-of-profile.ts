import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listPayoutsOfProfile } from '../../shared/payouts/list-operations.ts';
import {
  listPayoutsPage,
  livePayoutListServices,
  type PayoutListServices,
} from '../../shared/payouts/list-payouts.ts';

/** Lists the payouts of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const listOfProfile = implement(listPayoutsOfProfile, {
  load: ({ merchantId, headers, query }, services: PayoutListServices) =>
    listPayoutsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(listOfProfile, livePayoutListServices);
