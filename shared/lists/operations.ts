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

/** The routes whose lists the stream feeds. */
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
