import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { refundsByStatus } from '#switch/refunds/count-refunds.ts';
import { countRefundsOfProfile } from '#switch/refunds/list-operations.ts';

/**
 * Counts the refunds of the profile in `X-Profile-Id` by status; without the header, of all
 * profiles.
 */
export const aggregateOfProfile = listByQuery(countRefundsOfProfile, refundsByStatus);

export const handler = lambda(aggregateOfProfile, liveCountServices);
