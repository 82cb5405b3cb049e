import { listAccounts } from '../accounts/list-operations.ts';
import { listCustomers, listCustomersWithCount } from '../customers/list-operations.ts';
import { listEvents, listEventsOfProfile } from '../events/list-operations.ts';
import {
  countPayments,
  countPaymentsOfProfile,
  filterPayments,
  filterPaymentsOfProfile,
  listPaymentFilters,
  listPaymentFiltersOfProfile,
  listPaymentFilterValues,
  listPayments,
  listPaymentsOfProfile,
} from '../payments/lists/operations.ts';
import {
  countPayouts,
  countPayoutsOfProfile,
  listPayoutFilters,
  listPayoutFiltersOfProfile,
  listPayoutFilterValues,
  listPayoutFilterValuesOfProfile,
} from '../payouts/list-operations.ts';
import {
  countRefunds,
  countRefundsOfProfile,
  listRefundFilters,
  listRefundFiltersOfProfile,
  listRefundFilterValues,
  listRefunds,
  listRefundsOfProfile,
} from '../refunds/list-operations.ts';

/** The routes whose lists the stream feeds. */
export const listOperations = [
  listPayments,
  listPaymentsOfProfile,
  filterPayments,
  filterPaymentsOfProfile,
  listRefunds,
  listRefundsOfProfile,
  countPayments,
  countPaymentsOfProfile,
  countRefunds,
  countRefundsOfProfile,
  countPayouts,
  countPayoutsOfProfile,
  listPaymentFilterValues,
  listPaymentFilters,
  listPaymentFiltersOfProfile,
  listRefundFilterValues,
  listRefundFilters,
  listRefundFiltersOfProfile,
  listPayoutFilterValues,
  listPayoutFilterValuesOfProfile,
  listPayoutFilters,
  listPayoutFiltersOfProfile,
  listCustomers,
  listCustomersWithCount,
  listAccounts,
  listEvents,
  listEventsOfProfile,
] as const;
