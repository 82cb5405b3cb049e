import { lambda } from '#merchants/lambda.ts';
import { listByBody } from '#platform/lists/implement-list.ts';
import { listRefunds } from '#switch/refunds/list-operations.ts';
import { liveListServices, refundsPage } from '#switch/refunds/list-refunds.ts';

/** Lists a merchant’s refunds, last changed first. */
export const list = listByBody(listRefunds, refundsPage);

export const handler = lambda(list, liveListServices);
