import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { payoutsByStatus } from '#switch/payouts/count-payouts.ts';
import { countPayouts } from '#switch/payouts/list-operations.ts';

/** Counts a merchant’s payouts of a time by status. */
export const aggregate = listByQuery(countPayouts, payoutsByStatus);

export const handler = lambda(aggregate, liveCountServices);
