import {
  type CountServices,
  countByStatus,
  type ListScope,
} from '#platform/lists/counts-by-status.ts';
import { rangeOf, type TimeRangeQuery } from '#platform/lists/list-request.ts';
import { listedPayouts } from './payout-list-entry.ts';
import { PayoutStatus } from './payout-status.ts';

/**
 * The number of payouts created in this time in each status. Throws `invalid_request` for a time
 * that ends before it starts.
 */
export const payoutsByStatus = async (
  scope: ListScope,
  range: TimeRangeQuery,
  services: CountServices,
) =>
  countByStatus(
    scope,
    { kind: listedPayouts, ...rangeOf(range), statuses: PayoutStatus.options },
    services,
  );
