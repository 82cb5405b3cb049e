import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { paymentsByStatus } from '#switch/payments/lists/count-payments.ts';
import { countPaymentsOfProfile } from '#switch/payments/lists/operations.ts';

/**
 * Counts the payments of the profile in `X-Profile-Id` by status; without the header, of all
 * profiles.
 */
export const aggregateOfProfile = listByQuery(countPaymentsOfProfile, paymentsByStatus);

export const handler = lambda(aggregateOfProfile, liveCountServices);
