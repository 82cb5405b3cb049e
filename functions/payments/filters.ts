import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { liveFilterServices } from '#switch/listings/filter-services.ts';
import { listPaymentFilters } from '#switch/payments/lists/operations.ts';
import { paymentFilters } from '#switch/payments/lists/payment-filters.ts';

/** Lists the accounts and values by which a merchant’s payments can be filtered. */
export const filters = listByQuery(listPaymentFilters, paymentFilters);

export const handler = lambda(filters, liveFilterServices);
