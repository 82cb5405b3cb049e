import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { refundsByStatus } from '#switch/refunds/count-refunds.ts';
import { countRefunds } from '#switch/refunds/list-operations.ts';

/** Counts a merchant’s refunds of a time by status. */
export const aggregate = listByQuery(countRefunds, refundsByStatus);

export const handler = lambda(aggregate, liveCountServices);
