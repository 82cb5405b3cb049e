import { listAccounts } from '#merchants/accounts/list-operations.ts';
import { listCustomers, listCustomersWithCount } from '#switch/customers/list-operations.ts';
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
} from '#switch/payments/lists/operations.ts';
import {
  countPayouts,
  countPayoutsOfProfile,
  listPayoutFilters,
  listPayoutFiltersOfProfile,
  listPayoutFilterValues,
  listPayoutFilterValuesOfProfile,
} from '#switch/payouts/list-operations.ts';
import {
  countRefunds,
  countRefundsOfProfile,
  listRefundFilters,
  listRefundFiltersOfProfile,
  listRefundFilterValues,
  listRefunds,
  listRefundsOfProfile,
} from '#switch/refunds/list-operations.ts';
import { listEvents, listEventsOfProfile } from '#webhooks/events/list-operations.ts';

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
