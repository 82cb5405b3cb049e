import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { liveFilterServices } from '#switch/listings/filter-services.ts';
import { listPayoutFilters } from '#switch/payouts/list-operations.ts';
import { payoutFilters } from '#switch/payouts/payout-filters.ts';

/** Lists the accounts and values by which a merchant’s payouts can be filtered. */
export const filters = listByQuery(listPayoutFilters, payoutFilters);

export const handler = lambda(filters, liveFilterServices);
