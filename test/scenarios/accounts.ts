import type { Ask } from '../support/switch/switch-in-memory.ts';
import { cost, done, type Scenarios, type Shop, vaultCost, within } from './scenario.ts';

/** Accounts of merchants, the organizations that they belong to, and their keys. */

export const oneWrite = 'a setting: one write, and no money moves';

/** The request about the shop's own account. */
export const ofAccount = ({ merchant: { id } }: Shop): Ask => ({
  params: { account_id: id, merchant_id: id },
});

/** The request about the shop's own profile. */
export const ofProfile = ({ merchant: { id, profileId } }: Shop) => ({
  params: { account_id: id, profile_id: profileId },
});

/** Another merchant, by its identifier. */
async function another(shop: Shop, changes: object = {}): Promise<string> {
  const body = { merchant_id: shop.newId('merchant'), ...changes };
  const { merchant_id } = await done(shop, 'accounts.create', { body });
  return merchant_id;
}

/** An organization, by its identifier. */
async function anOrganization(shop: Shop): Promise<string> {
  const body = { organization_name: 'Example Retail' };
  return (await done(shop, 'organizations.create', { body })).organization_id;
}

/** A key beside the one that the merchant uses. */
async function anotherKey(shop: Shop): Promise<Ask> {
  const body = { name: 'Another', description: 'For the till' };
  const request = { ...ofAccount(shop), body };
  const { key_id } = await done(shop, 'api-keys.create', request);
  return { params: { merchant_id: shop.merchant.id, key_id } };
}

export const accounts: Scenarios = {
  'health.check': { request: () => ({}), budget: cost(0, 0, 0, 0) },
  'health.ready': {
    request: () => ({}),
    budget: cost(1, 1, 0, 1),
    vault: { keys: vaultCost(1, 0, 1) },
  },
  'logs.accept': {
    request: () => ({ headers: { 'content-type': 'text/plain' }, text: '[]' }),
    budget: cost(0, 0, 0, 0),
  },
  'feature-matrix.retrieve': { request: () => ({}), budget: cost(0, 0, 0, 0) },
  'accounts.create': {
    request: (shop) => ({
      body: { merchant_id: shop.newId('merchant'), merchant_name: 'Example Retail' },
    }),
    budget: within(cost(1, 1, 8, 0), cost(1, 1, 8, 0)),
    crash: true,
  },
  'accounts.create, in an organization': {
    request: async (shop) => ({
      body: {
        merchant_id: shop.newId('merchant'),
        organization_id: await anOrganization(shop),
      },
    }),
    budget: within(cost(1, 1, 8, 0), cost(1, 1, 8, 0)),
  },
  // A member of an organization that another merchant's account began, under that merchant.
  'accounts.create, under a parent': {
    request: async (shop) => {
      const body = { merchant_id: shop.newId('merchant'), merchant_account_type: 'platform' };
      const { organization_id } = await done(shop, 'accounts.create', { body });
      return {
        body: {
          merchant_id: shop.newId('merchant'),
          merchant_account_type: 'connected',
          organization_id,
          sub_merchants_enabled: true,
          parent_merchant_id: body.merchant_id,
        },
      };
    },
    grants: 'all others',
  },
  'accounts.retrieve': { request: ofAccount, budget: cost(1, 1, 0, 1) },
  'accounts.update': {
    request: (shop) => ({
      ...ofAccount(shop),
      body: { merchant_id: shop.merchant.id, merchant_name: 'Example Retail' },
    }),
    budget: cost(3, 3, 2, 1),
    crash: oneWrite,
  },
  'accounts.update, with a parent': {
    request: async (shop) => ({
      ...ofAccount(shop),
      body: {
        merchant_id: shop.merchant.id,
        sub_merchants_enabled: true,
        parent_merchant_id: await another(shop),
      },
    }),
    grants: 'all others',
  },
  // Its account, its publishable key and its secret key, which is on the index of keys; asked for twice.
  'accounts.delete': {
    request: async (shop) => {
      const account_id = await another(shop);
      const request = { params: { merchant_id: account_id }, body: { name: 'Till backend' } };
      await done(shop, 'api-keys.create', request);
      return { params: { account_id } };
    },
    budget: cost(6, 7, 6, 1),
    crash: true,
  },
  'organizations.create': {
    request: () => ({
      body: {
        organization_name: 'Example Retail',
        organization_details: { seat: 'San Francisco' },
        metadata: { since: '2020' },
      },
    }),
    budget: cost(1, 1, 1, 0),
    crash: true,
  },
  'organizations.retrieve': {
    request: async (shop) => ({ params: { id: await anOrganization(shop) } }),
    budget: cost(1, 1, 0, 1),
  },
  'organizations.update': {
    request: async (shop) => ({
      params: { id: await anOrganization(shop) },
      body: { organization_name: 'Example Retail Group' },
    }),
    budget: cost(1, 1, 1, 0),
    crash: oneWrite,
  },
  'api-keys.create': {
    request: (shop) => ({
      ...ofAccount(shop),
      body: { name: 'Till backend', description: 'On the first floor' },
    }),
    budget: within(cost(2, 2, 2, 1), cost(2, 2, 2, 1)),
    crash: true,
  },
  // The switch removes the key again.
  'api-keys.create, for a missing merchant': {
    request: (shop) => ({
      params: { merchant_id: shop.newId('missing') },
      body: { name: 'Till backend', expiration: 'never' },
    }),
    status: 404,
    grants: [{ action: 'dynamodb:DeleteItem' }],
  },
  'api-keys.list': { request: ofAccount, budget: cost(2, 3, 0, 2.5) },
  'api-keys.retrieve': { request: anotherKey, budget: cost(1, 1, 0, 1) },
  'api-keys.update': {
    request: async (shop) => ({
      ...(await anotherKey(shop)),
      body: { name: 'Second floor', expiration: '2040-01-01T00:00:00Z' },
    }),
    budget: cost(1, 1, 1, 0),
    crash: oneWrite,
  },
  'api-keys.revoke': { request: anotherKey, budget: cost(1, 1, 2, 0), crash: oneWrite },
};
