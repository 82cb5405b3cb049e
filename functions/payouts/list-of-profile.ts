import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { listPayoutsOfProfile } from '#switch/payouts/list-operations.ts';
import { listPayoutsPage, livePayoutListServices } from '#switch/payouts/list-payouts.ts';

/** Lists the payouts of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const listOfProfile = listByQuery(listPayoutsOfProfile, listPayoutsPage);

export const handler = lambda(listOfProfile, livePayoutListServices);
