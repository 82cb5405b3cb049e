import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { liveFilterServices } from '#switch/listings/filter-services.ts';
import { listRefundFiltersOfProfile } from '#switch/refunds/list-operations.ts';
import { refundFilters } from '#switch/refunds/refund-filters.ts';

/**
 * Lists the accounts and values for refunds of the profile in `X-Profile-Id`; without the header,
 * of all profiles.
 */
export const filtersOfProfile = listByQuery(listRefundFiltersOfProfile, refundFilters);

export const handler = lambda(filtersOfProfile, liveFilterServices);
