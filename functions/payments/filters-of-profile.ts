import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { countScopeOf } from '#platform/lists/counts-by-status.ts';
import { type FilterServices, liveFilterServices } from '#switch/listings/filter-services.ts';
import { listPaymentFiltersOfProfile } from '#switch/payments/lists/operations.ts';
import { paymentFilters } from '#switch/payments/lists/payment-filters.ts';

/**
 * Lists the accounts and values for payments of the profile in `X-Profile-Id`; without the header, of
 * all profiles.
 */
export const filtersOfProfile = implement(listPaymentFiltersOfProfile, {
  load: (request, services: FilterServices) =>
    paymentFilters(countScopeOf(request), request.query, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filtersOfProfile, liveFilterServices);
