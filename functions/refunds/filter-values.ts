import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByBody } from '#platform/lists/implement-list.ts';
import { listRefundFilterValues } from '#switch/refunds/list-operations.ts';
import { refundFilterValues } from '#switch/refunds/refund-filters.ts';

/** Lists the values by which a merchant’s refunds of a time can be filtered. */
export const filterValues = listByBody(listRefundFilterValues, refundFilterValues);

export const handler = lambda(filterValues, liveCountServices);
