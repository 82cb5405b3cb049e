import { lambda } from '#merchants/lambda.ts';
import { liveCountServices } from '#platform/lists/counts-by-status.ts';
import { listByBody } from '#platform/lists/implement-list.ts';
import { listPayoutFilterValuesOfProfile } from '#switch/payouts/list-operations.ts';
import { payoutFilterValues } from '#switch/payouts/payout-filters.ts';

/**
 * Lists the filter values for payouts of the profile in `X-Profile-Id`; without the header, of all
 * profiles.
 */
export const filterValuesOfProfile = listByBody(
  listPayoutFilterValuesOfProfile,
  payoutFilterValues,
);

export const handler = lambda(filterValuesOfProfile, liveCountServices);
