import {
  type CountServices,
  countByStatus,
  type ListScope,
} from '#platform/lists/counts-by-status.ts';
import { rangeOf, type TimeRangeQuery } from '#platform/lists/list-request.ts';
import { RefundStatus } from './refund.ts';
import { listedRefunds } from './refund-list-entry.ts';

/**
 * The number of refunds created in this time in each status. Throws `invalid_request` for a time
 * that ends before it starts.
 */
export const refundsByStatus = async (
  scope: ListScope,
  range: TimeRangeQuery,
  services: CountServices,
) =>
  countByStatus(
    scope,
    { kind: listedRefunds, ...rangeOf(range), statuses: RefundStatus.options },
    services,
  );
