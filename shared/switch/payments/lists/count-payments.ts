import {
  type CountServices,
  countByStatus,
  type ListScope,
} from '#platform/lists/counts-by-status.ts';
import { rangeOf, type TimeRangeQuery } from '#platform/lists/list-request.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { listedPayments } from './payment-list-entry.ts';

/**
 * The number of payments created in this time in each status. Throws `invalid_request` for a time
 * that ends before it starts.
 */
export const paymentsByStatus = async (
  scope: ListScope,
  range: TimeRangeQuery,
  services: CountServices,
) =>
  countByStatus(
    scope,
    { kind: listedPayments, ...rangeOf(range), statuses: PaymentStatus.options },
    services,
  );
