import { lambda } from '#merchants/lambda.ts';
import { listByBody } from '#platform/lists/implement-list.ts';
import { filterPayoutsOfProfile } from '#switch/payouts/list-operations.ts';
import { filterPayoutsPage, livePayoutListServices } from '#switch/payouts/list-payouts.ts';

/** Filters the payouts of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const filterOfProfile = listByBody(filterPayoutsOfProfile, filterPayoutsPage);

export const handler = lambda(filterOfProfile, livePayoutListServices);
