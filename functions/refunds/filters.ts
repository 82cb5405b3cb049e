import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { liveFilterServices } from '#switch/listings/filter-services.ts';
import { listRefundFilters } from '#switch/refunds/list-operations.ts';
import { refundFilters } from '#switch/refunds/refund-filters.ts';

/** Lists the accounts and values by which a merchant’s refunds can be filtered. */
export const filters = listByQuery(listRefundFilters, refundFilters);

export const handler = lambda(filters, liveFilterServices);
