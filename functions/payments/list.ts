import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { listPaymentsPage } from '#switch/payments/lists/list-payments.ts';
import { liveListServices } from '#switch/payments/lists/live-list-services.ts';
import { listPayments } from '#switch/payments/lists/operations.ts';

/** Lists a merchant’s payments, newest first. */
export const list = listByQuery(listPayments, listPaymentsPage);

export const handler = lambda(list, liveListServices);
