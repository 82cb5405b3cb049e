import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { liveFilterServices } from '#switch/listings/filter-services.ts';
import { listPaymentFiltersOfProfile } from '#switch/payments/lists/operations.ts';
import { paymentFilters } from '#switch/payments/lists/payment-filters.ts';

/**
 * Lists the accounts and values for payments of the profile in `X-Profile-Id`; without the header,
 * of all profiles.
 */
export const filtersOfProfile = listByQuery(listPaymentFiltersOfProfile, paymentFilters);

export const handler = lambda(filtersOfProfile, liveFilterServices);
