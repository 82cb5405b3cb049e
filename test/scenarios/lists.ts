import type { Ask } from '../support/switch/switch-in-memory.ts';
import { ofAccount } from './accounts.ts';
import { storedEvent } from './events.ts';
import { reportDispute } from './incoming-webhooks.ts';
import {
  alike,
  type Budget,
  cost,
  done,
  type Scenario,
  type Scenarios,
  type Shop,
  within,
} from './scenario.ts';
import { aCustomer, created, paid } from './steps.ts';

/** Lists, counts of what is listed, and the values by which lists can be filtered. */

/** Makes a page of entities, and waits until the switch lists them. */
const pageOf =
  (list: string, make: (shop: Shop) => Promise<unknown>): NonNullable<Scenario['prepare']> =>
  async (shop) => {
    for (let made = 0; made < shop.pageLength; made++) await make(shop);
    await shop.listed(list);
  };

const ofCustomer = { customer_id: 'customer_of_list' };

export const listedPayments = pageOf('payments', (shop) => created(shop, ofCustomer));
const listedRefunds = pageOf('refunds', async (shop) => {
  const { payment_id } = await paid(shop);
  await done(shop, 'refunds.create', { body: { payment_id, amount: 600 } });
});
const listedPayouts = pageOf('payouts', (shop) =>
  done(shop, 'payouts.create', { body: { amount: 6_540, currency: 'USD' } }),
);
const listedCustomers = pageOf('customers', aCustomer);

/** A payment that its processor disputes. */
async function disputedPayment(shop: Shop): Promise<string> {
  const payment = await paid(shop);
  await done(shop, 'incoming-webhooks.receive', reportDispute(shop, payment));
  return payment.payment_id;
}
const listedDisputes = pageOf('disputes', disputedPayment);

const listedEvents = pageOf('events', (shop) => storedEvent(shop));

const byQuery = { query: { limit: '10' } };
const byBody = { body: { limit: 10 } };

const page = (prepare: Scenario['prepare'], request: Ask, budget: Budget): Scenario => ({
  ...(prepare && { prepare }),
  request: () => request,
  budget,
});

const forProfile = ({ merchant }: Shop, request: Ask = {}): Ask => ({
  ...request,
  headers: { 'x-profile-id': merchant.profileId },
});

/** A time that begins where a stored count does. */
export const thisYear = { start_time: '2026-01-01T00:00:00Z' };

/** A time that begins and ends within a quarter of a day: the switch reads rows too. */
const theseMinutes = ({ now }: Shop) => {
  const near = (minutes: number) => new Date(now().getTime() + minutes * 60_000).toISOString();
  return { start_time: near(-5), end_time: near(5) };
};

/** Counts of all since the year began, and of the last minutes. */
const counted = (
  prepare: Scenario['prepare'],
  names: readonly string[],
  { by = 'query', shows = /:[1-9]/ }: { by?: 'query' | 'body'; shows?: RegExp } = {},
): Scenarios => ({
  ...alike(names, () => page(prepare, { [by]: thisYear }, cost(1, 2, 0, 1))),
  ...alike(
    names.map((name) => `${name}, of the last minutes`),
    () => ({
      ...(prepare && { prepare }),
      request: (shop) => ({ [by]: theseMinutes(shop) }),
      succeeded: ({ text }) => shows.test(text),
      grants: 'all others',
    }),
  ),
});

const hasCurrency = /"currency":\["/;

const countsOf = (
  noun: string,
  prepare: Scenario['prepare'],
  filterValues: readonly string[],
): Scenarios => ({
  ...counted(prepare, [`${noun}.aggregate`, `${noun}.aggregate-of-profile`]),
  ...counted(prepare, [`${noun}.filters`, `${noun}.filters-of-profile`], { shows: hasCurrency }),
  ...counted(prepare, filterValues, { by: 'body', shows: hasCurrency }),
});

export const lists: Scenarios = {
  // A page of lists: rows, and the things themselves at half a unit each. The total is a query of counts.
  'payments.list': page(listedPayments, byQuery, within(cost(2, 3, 0, 6), cost(2, 3, 0, 6))),
  'payments.list, a hundred of them': {
    prepare: async (shop) => {
      for (let made = 0; made < 100; made++) await created(shop);
      await shop.listed('payments');
    },
    request: () => ({ query: { limit: '100' } }),
    budget: cost(2, 3, 0, 53),
    mayGrow: true,
  },
  'payments.list, of a customer': page(
    listedPayments,
    { query: { ...byQuery.query, ...ofCustomer } },
    cost(2, 3, 0, 6),
  ),
  'payments.list, after a payment': {
    prepare: async (shop) => {
      await created(shop, { payment_id: 'pay_listed_first' });
      await listedPayments(shop);
    },
    request: () => ({ query: { ...byQuery.query, starting_after: 'pay_listed_first' } }),
    budget: cost(3, 4, 0, 7),
  },
  'payments.list-of-profile': {
    prepare: listedPayments,
    request: (shop) => forProfile(shop, byQuery),
    budget: cost(3, 5, 0, 7),
  },
  ...alike(['payments.filter', 'payments.filter-of-profile'], () =>
    page(listedPayments, byBody, cost(2, 4, 0, 6.5)),
  ),
  'payments.filter, by status': page(
    listedPayments,
    { body: { ...byBody.body, status: ['requires_payment_method'] } },
    cost(3, 4, 0, 6.5),
  ),
  // A search reads more rows than it shows.
  'payments.filter, by amount': {
    ...page(
      listedPayments,
      { body: { ...byBody.body, amount_filter: { start_amount: 100 } } },
      cost(2, 3, 0, 6),
    ),
    mayGrow: true,
  },
  ...alike(['refunds.list', 'refunds.list-of-profile'], () =>
    page(listedRefunds, byBody, cost(2, 4, 0, 6.5)),
  ),
  ...alike(['payouts.list', 'payouts.list-of-profile'], () =>
    page(listedPayouts, byQuery, cost(2, 3, 0, 6)),
  ),
  ...alike(['payouts.filter', 'payouts.filter-of-profile'], () =>
    page(listedPayouts, byBody, cost(2, 4, 0, 6.5)),
  ),
  'customers.list': page(listedCustomers, byQuery, cost(2, 3, 0, 6)),
  'customers.list-with-count': page(listedCustomers, byQuery, cost(2, 4, 0, 6.5)),
  'accounts.list': {
    request: async (shop) => {
      const { organization_id } = await done(shop, 'accounts.retrieve', ofAccount(shop));
      await shop.listed('accounts', `ORGANIZATION#${organization_id}`);
      return { query: { organization_id } };
    },
    budget: cost(2, 2, 0, 1),
  },
  'events.list': {
    prepare: listedEvents,
    request: ({ merchant }) => ({ params: { merchant_id: merchant.id }, body: {} }),
    budget: cost(3, 4, 0, 11.5),
  },
  'events.list-of-profile': page(listedEvents, { body: {} }, cost(3, 4, 0, 11.5)),

  // Ten disputes, each with its payment.
  'disputes.list': page(listedDisputes, byQuery, cost(2, 3, 0, 11)),
  'disputes.list, by status': {
    ...page(
      listedDisputes,
      { query: { ...byQuery.query, dispute_status: 'dispute_opened' } },
      cost(3, 4, 0, 11.5),
    ),
    mayGrow: true,
  },
  'disputes.list, of a payment': {
    request: async (shop) => ({ query: { payment_id: await disputedPayment(shop) } }),
    budget: cost(2, 3, 0, 2.5),
  },
  'disputes.list-of-profile': page(listedDisputes, byQuery, cost(2, 3, 0, 11)),
  'disputes.list-of-profile, for a named profile': {
    prepare: listedDisputes,
    request: (shop) => forProfile(shop, byQuery),
    budget: cost(3, 5, 0, 12),
    mayGrow: true,
  },
  'disputes.filter': { request: () => ({}), budget: cost(1, 1, 0, 0.5) },
  'disputes.filter-of-profile': { request: (shop) => forProfile(shop), budget: cost(2, 2, 0, 1) },

  // Counts are stored by month; only rows in the quarters of a day at both ends are read. The
  // configuration is read with the key.
  ...countsOf('payments', listedPayments, ['payments.filter-values']),
  ...countsOf('refunds', listedRefunds, ['refunds.filter-values']),
  ...countsOf('payouts', listedPayouts, [
    'payouts.filter-values',
    'payouts.filter-values-of-profile',
  ]),
  ...counted(listedDisputes, ['disputes.aggregate', 'disputes.aggregate-of-profile']),
  'disputes.aggregate-of-profile, for a named profile': {
    prepare: listedDisputes,
    request: (shop) => forProfile(shop, { query: thisYear }),
    budget: cost(2, 3, 0, 1.5),
  },
};
