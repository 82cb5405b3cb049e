import { listedAccounts } from '#merchants/accounts/account-list-entry.ts';
import type { ListDefinition } from '#platform/lists/list-definition.ts';
import { listedCustomers } from '#switch/customers/customer-list-entry.ts';
import { listedDisputes } from '#switch/disputes/dispute-list-entry.ts';
import { listedMandates } from '#switch/mandates/mandate-list-entry.ts';
import { listedPaymentLinks } from '#switch/payment-links/payment-link-list-entry.ts';
import { listedPayments } from '#switch/payments/lists/payment-list-entry.ts';
import { listedPayouts } from '#switch/payouts/payout-list-entry.ts';
import { listedRefunds } from '#switch/refunds/refund-list-entry.ts';
import { listedEvents } from '#webhooks/events/event-list-entry.ts';

/**
 * All lists. The table's stream feeds them, so they cost nothing on the way of a payment; they are
 * some seconds behind.
 *
 * A noun joins in four steps:
 * 1. Its definition, such as `shared/switch/payments/lists/payment-list-entry.ts`: the items of an
 * entity, and the values by which lists filter, count and sort. Each of its `facets` has few values
 * and is free to filter and count by. A value of many, such as a customer, is `indexed` and has a
 * list of its own. Filtering and sorting by `sortable` numbers reads every row of the requested
 * time.
 * 2. Its sort keys in `listed-sort-keys.ts`, so that the stream's filter lets its items through.
 * 3. A line here.
 * 4. `listsOver(table, cachedShards(table)).read({ kind, owner, … })` in its operation, which needs
 * `GetItem`, `Query` and `BatchGetItem`.
 *
 * A deleted item leaves its list. Lists that are sorted by a changing time set `moves` and
 * `sortedAt`. Their rows are on the index `by-list`, and each write costs twice as many units.
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
