import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { payoutsByStatus } from '#switch/payouts/count-payouts.ts';
import { countPayoutsOfProfile } from '#switch/payouts/list-operations.ts';

/**
 * Counts the payouts of the profile in `X-Profile-Id` by status; without the header, of all
 * profiles.
 */
export const aggregateOfProfile = listByQuery(countPayoutsOfProfile, payoutsByStatus);

export const handler = lambda(aggregateOfProfile, liveCountServices);
