import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { liveFilterServices } from '#switch/listings/filter-services.ts';
import { listPayoutFiltersOfProfile } from '#switch/payouts/list-operations.ts';
import { payoutFilters } from '#switch/payouts/payout-filters.ts';

/**
 * Lists the accounts and values for payouts of the profile in `X-Profile-Id`; without the header,
 * of all profiles.
 */
export const filtersOfProfile = listByQuery(listPayoutFiltersOfProfile, payoutFilters);

export const handler = lambda(filtersOfProfile, liveFilterServices);
