import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByBody } from '#platform/lists/implement-list.ts';
import { listPaymentFilterValues } from '#switch/payments/lists/operations.ts';
import { paymentFilterValues } from '#switch/payments/lists/payment-filters.ts';

/** Lists the values by which a merchant’s payments of a time can be filtered. */
export const filterValues = listByBody(listPaymentFilterValues, paymentFilterValues);

export const handler = lambda(filterValues, liveCountServices);
