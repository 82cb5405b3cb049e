import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByBody } from '#platform/lists/implement-list.ts';
import { listPayoutFilterValues } from '#switch/payouts/list-operations.ts';
import { payoutFilterValues } from '#switch/payouts/payout-filters.ts';

/** Lists the values by which a merchant’s payouts of a time can be filtered. */
export const filterValues = listByBody(listPayoutFilterValues, payoutFilterValues);

export const handler = lambda(filterValues, liveCountServices);
