import { listAccounts } from '../accounts/list-operations.ts';
import { listCustomers, listCustomersWithCount } from '../customers/list-operations.ts';
import { listEvents, listEventsOfProfile } from '../events/list-operations.ts';
import {
  filterPayments,
  filterPaymentsOfProfile,
  listPayments,
  listPaymentsOfProfile,
} from '../payments/lists/operations.ts';
import { listRefunds, listRefundsOfProfile } from '../refunds/list-operations.ts';

/** The routes of lists that the stream keeps. */
export const listOperations = [
  listPayments,
  listPaymentsOfProfile,
  filterPayments,
  filterPaymentsOfProfile,
  listRefunds,
  listRefundsOfProfile,
  listCustomers,
  listCustomersWithCount,
  listAccounts,
  listEvents,
  listEventsOfProfile,
] as const;
