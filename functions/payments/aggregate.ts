import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { paymentsByStatus } from '#switch/payments/lists/count-payments.ts';
import { countPayments } from '#switch/payments/lists/operations.ts';

/** Counts a merchant’s payments of a time by status. */
export const aggregate = listByQuery(countPayments, paymentsByStatus);

export const handler = lambda(aggregate, liveCountServices);
