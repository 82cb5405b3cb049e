import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { disputesByStatus } from '#switch/disputes/list-disputes.ts';
import { countDisputes } from '#switch/disputes/list-operations.ts';

/** Counts a merchant's disputes by status. */
export const aggregate = listByQuery(countDisputes, disputesByStatus);

export const handler = lambda(aggregate, liveCountServices);
