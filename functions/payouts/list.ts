import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { listPayouts } from '#switch/payouts/list-operations.ts';
import { listPayoutsPage, livePayoutListServices } from '#switch/payouts/list-payouts.ts';

/** Lists a merchant’s payouts, newest first. */
export const list = listByQuery(listPayouts, listPayoutsPage);

export const handler = lambda(list, livePayoutListServices);
