import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { countScopeOf } from '../../shared/lists/counts-by-status.ts';
import { type FilterServices, liveFilterServices } from '../../shared/lists/filter-services.ts';
import { listPaymentFilters } from '../../shared/payments/lists/operations.ts';
import { paymentFilters } from '../../shared/payments/lists/payment-filters.ts';

/** Lists the accounts and values by which a merchant’s payments can be filtered. */
export const filters = implement(listPaymentFilters, {
  load: (request, services: FilterServices) =>
    paymentFilters(countScopeOf(request), request.query, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filters, liveFilterServices);
