import type { Ask } from '../support/switch/switch-in-memory.ts';
import { oneWrite } from './accounts.ts';
import { ofItsCustomer } from './payment-methods.ts';
import { cost, done, type Scenarios, type Shop, within } from './scenario.ts';
import { aCustomer, idempotentRequest, repeated } from './steps.ts';

const ofCustomer = async (shop: Shop): Promise<Ask> => ({
  params: { customer_id: await aCustomer(shop) },
});

/** The key of a customer's app. */
const anEphemeralKey = (shop: Shop, customer_id: string) =>
  done(shop, 'ephemeral-keys.create', { body: { customer_id } });

const named = { name: 'Joseph Doe' };

export const customers: Scenarios = {
  'customers.create': {
    request: (shop) => ({
      body: { customer_id: shop.newId('cus'), email: 'payer@example.com', ...named },
    }),
    budget: within(cost(2, 2, 1, 0.5), cost(2, 2, 2, 0.5)),
    crash: true,
  },
  'customers.create, under an Idempotency-Key': {
    request: (shop) => ({ body: named, ...idempotentRequest(shop) }),
    budget: cost(2, 2, 1, 0.5),
    crash: true,
  },
  'customers.create, repeated under its key': {
    request: (shop) => repeated(shop, 'customers.create', { body: named }),
    budget: cost(2, 2, 1, 0.5),
  },
  // A name does not follow from the key: both are written together, a transaction at twice the price.
  'customers.create, named under an Idempotency-Key': {
    request: (shop) => ({
      body: { customer_id: shop.newId('cus'), ...named },
      ...idempotentRequest(shop),
    }),
    budget: cost(2, 2, 4, 0.5),
  },
  'customers.retrieve': {
    request: ofCustomer,
    budget: within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  },
  // The switch also checks that the account still exists.
  'customers.retrieve, with the key of its customer': {
    request: async (shop) => {
      const customer_id = await aCustomer(shop);
      const { secret } = await anEphemeralKey(shop, customer_id);
      return { key: secret, params: { customer_id } };
    },
    budget: cost(3, 3, 0, 2),
  },
  'customers.update': {
    request: async (shop) => ({ ...(await ofCustomer(shop)), body: { name: 'Test Payer' } }),
    budget: within(cost(2, 3, 1, 1.5), cost(2, 3, 1, 1.5)),
    crash: true,
  },
  // The last two calls find payments and payouts that have a copy of the customer.
  'customers.delete': { request: ofCustomer, budget: cost(4, 8, 1, 5.5) },
  // Each card costs as much as when it is deleted by itself, and the changed items are read again.
  'customers.delete, with a saved card': {
    request: ofItsCustomer,
    succeeded: async (_, shop) => (await shop.cardsInVault()) === 0,
    budget: cost(9, 13, 9, 8.5),
    grants: 'all others',
    crash: true,
  },
  'ephemeral-keys.create': {
    request: (shop) => ({ body: { customer_id: shop.newId('cus') } }),
    budget: cost(2, 2, 1, 0.5),
    crash: oneWrite,
  },
  'ephemeral-keys.delete': {
    request: async (shop) => {
      const { id: key_id } = await anEphemeralKey(shop, shop.newId('cus'));
      return { params: { key_id } };
    },
    budget: cost(2, 2, 1, 0.5),
    crash: oneWrite,
  },
};
