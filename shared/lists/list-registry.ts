import { listedAccounts } from '../accounts/account-list-entry.ts';
import { listedCustomers } from '../customers/customer-list-entry.ts';
import { listedDisputes } from '../disputes/dispute-list-entry.ts';
import { listedEvents } from '../events/event-list-entry.ts';
import { listedMandates } from '../mandates/mandate-list-entry.ts';
import { listedPaymentLinks } from '../payment-links/payment-link-list-entry.ts';
import { listedPayments } from '../payments/lists/payment-list-entry.ts';
import { listedPayouts } from '../payouts/payout-list-entry.ts';
import { listedRefunds } from '../refunds/refund-list-entry.ts';
import type { ListDefinition } from './list-definition.ts';

/**
 * Everything that is listed. Lists are made of the table's stream, and so cost nothing on the way of
 * a payment; they are some seconds behind.
 *
 * A noun joins in four steps:
 * 1. its kind, such as `shared/payments/lists/payment-list-entry.ts`: which items it is made of and what lists
 *    filter, count and sort by. `facts` are few values each, and free to filter and count by; what
 *    has many values, such as a customer, is `under` and has a list of its own for each value;
 *    `numbers` can be compared and sorted by, at the price of reading every row of the time asked for;
 * 2. its sort keys in `listed-items.ts`, so that the stream tells of them;
 * 3. a line here;
 * 4. `listsOver(table, keptShards(table)).read({ kind, owner, … })` in its operation, which needs
 *    `GetItem`, `Query` and `BatchGetItem`.
 *
 * An item that is deleted leaves its list. Lists sorted by a time that changes say `moves` and give
 * `sortedAt`; their rows are on the index `by-list`, and written by twice as many units.
 */
export const listRegistry: readonly ListDefinition[] = [
  listedPayments,
  listedRefunds,
  listedPayouts,
  listedCustomers,
  listedAccounts,
  listedEvents,
  listedMandates,
  listedPaymentLinks,
  listedDisputes,
];
