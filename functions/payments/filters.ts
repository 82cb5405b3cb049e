import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { countScopeOf } from '#platform/lists/counts-by-status.ts';
import { type FilterServices, liveFilterServices } from '#switch/listings/filter-services.ts';
import { listPaymentFilters } from '#switch/payments/lists/operations.ts';
import { paymentFilters } from '#switch/payments/lists/payment-filters.ts';

/** Lists the accounts and values by which a merchant’s payments can be filtered. */
export const filters = implement(listPaymentFilters, {
  load: (request, services: FilterServices) =>
    paymentFilters(countScopeOf(request), request.query, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filters, liveFilterServices);
