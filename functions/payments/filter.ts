import { lambda } from '#merchants/lambda.ts';
import { listByBody } from '#platform/lists/implement-list.ts';
import { filterPaymentsPage } from '#switch/payments/lists/list-payments.ts';
import { liveListServices } from '#switch/payments/lists/live-list-services.ts';
import { filterPayments } from '#switch/payments/lists/operations.ts';

/** Lists the matching payments, one page at a time, with their count. */
export const filter = listByBody(filterPayments, filterPaymentsPage);

export const handler = lambda(filter, liveListServices);
