import type { Ask } from '../support/switch/switch-in-memory.ts';
import { ofAccount, ofProfile, oneWrite } from './accounts.ts';
import { cost, done, type Scenarios, type Shop } from './scenario.ts';

/** Profiles of merchants, and their accounts with connectors. */

/** The request about another profile of the shop's. */
export async function anotherProfile(shop: Shop) {
  const request = { ...ofProfile(shop), body: { profile_name: shop.newId('shop') } };
  const { profile_id } = await done(shop, 'profiles.create', request);
  return { params: { account_id: shop.merchant.id, profile_id: String(profile_id) } };
}

const aConnectorAccount = (shop: Shop): Ask => ({
  ...ofAccount(shop),
  body: {
    connector_type: 'payment_processor',
    connector_name: 'fauxpay',
    connector_label: shop.newId('fauxpay'),
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'test_key' },
    profile_id: shop.merchant.profileId,
  },
});

/** The request about a connector account of its own. */
async function ofConnectorAccount(shop: Shop): Promise<Ask> {
  const created = await done(shop, 'connector-accounts.create', aConnectorAccount(shop));
  const { merchant_connector_id } = created;
  return { params: { account_id: shop.merchant.id, merchant_connector_id } };
}

const connector_type = 'payment_processor';

export const profiles: Scenarios = {
  // A profile and its account: a transaction of two writes, each at twice the price.
  'profiles.create': {
    request: (shop) => ({
      ...ofProfile(shop),
      body: { profile_name: shop.newId('shop'), payment_response_hash_key: 'its own' },
    }),
    budget: cost(4, 4, 5, 1.5),
    crash: true,
  },
  'profiles.delete': { request: anotherProfile, budget: cost(3, 3, 5, 1), crash: true },
  'profiles.list': { request: ofAccount, budget: cost(2, 2, 0, 1.5) },
  'profiles.retrieve': { request: ofProfile, budget: cost(2, 2, 0, 1.5) },
  'profiles.update': {
    request: (shop) => ({
      ...ofProfile(shop),
      body: { is_manual_retry_enabled: true, payment_response_hash_key: 'another key' },
    }),
    budget: cost(4, 4, 2, 1.5),
    crash: oneWrite,
  },
  // A new name is a new key: a transaction of two writes, each at twice the price.
  'profiles.update, with a new name': {
    request: (shop) => ({ ...ofProfile(shop), body: { profile_name: shop.newId('shop') } }),
    budget: cost(4, 4, 5, 1.5),
    grants: [{ action: 'dynamodb:DeleteItem' }],
  },
  'connector-accounts.create': {
    request: aConnectorAccount,
    budget: cost(4, 4, 2, 1.5),
    crash: true,
  },
  'connector-accounts.list': { request: ofAccount, budget: cost(2, 2, 0, 1.5) },
  'connector-accounts.retrieve': { request: ofConnectorAccount, budget: cost(2, 2, 0, 1.5) },
  'connector-accounts.update': {
    request: async (shop) => ({
      ...(await ofConnectorAccount(shop)),
      body: { connector_type, disabled: true },
    }),
    budget: cost(4, 4, 2, 1.5),
    crash: true,
  },
  'connector-accounts.update, with a new label': {
    request: async (shop) => ({
      ...(await ofConnectorAccount(shop)),
      body: { connector_type, connector_label: shop.newId('label') },
    }),
    budget: cost(4, 4, 5, 1.5),
    grants: [{ action: 'dynamodb:DeleteItem' }],
    crash: true,
  },
  'connector-accounts.register-webhook': {
    request: async (shop) => {
      const { merchant_connector_id } = await done(shop, 'connector-accounts.create', {
        ...ofAccount(shop),
        body: {
          connector_type,
          connector_name: 'stripe',
          connector_label: shop.newId('stripe'),
          connector_account_details: { auth_type: 'HeaderKey', api_key: shop.newId('sk_test') },
        },
      });
      return {
        params: { account_id: shop.merchant.id, merchant_connector_id },
        body: { event_type: 'all_events' },
      };
    },
    succeeded: ({ body }) => body.webhook_registration_status === 'Success',
    budget: cost(4, 4, 2, 1.5),
    crash: true,
  },
  'connector-accounts.check-credentials': {
    request: () => ({
      body: {
        connector_name: 'stripe',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_example' },
      },
    }),
    budget: cost(1, 1, 0, 0.5),
  },
  'connector-accounts.delete': {
    request: ofConnectorAccount,
    budget: cost(3, 3, 3, 1),
    crash: true,
  },
};
