import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { disputesByStatus } from '#switch/disputes/list-disputes.ts';
import { countDisputesOfProfile } from '#switch/disputes/list-operations.ts';

/**
 * Counts the disputes of the profile in `X-Profile-Id` by status; without the header, of all
 * profiles.
 */
export const aggregateOfProfile = listByQuery(countDisputesOfProfile, disputesByStatus);

export const handler = lambda(aggregateOfProfile, liveCountServices);
