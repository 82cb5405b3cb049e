import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { disputeFilters, liveFilterServices } from '#switch/disputes/list-disputes.ts';
import { listDisputeFilters } from '#switch/disputes/list-operations.ts';

/** Lists the values by which a merchant’s disputes can be filtered. */
export const filter = implement(listDisputeFilters, disputeFilters);

export const handler = lambda(filter, liveFilterServices);
