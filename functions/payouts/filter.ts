import { lambda } from '#merchants/lambda.ts';
import { listByBody } from '#platform/lists/implement-list.ts';
import { filterPayouts } from '#switch/payouts/list-operations.ts';
import { filterPayoutsPage, livePayoutListServices } from '#switch/payouts/list-payouts.ts';

/** Lists the matching payouts with their count. */
export const filter = listByBody(filterPayouts, filterPayoutsPage);

export const handler = lambda(filter, livePayoutListServices);
