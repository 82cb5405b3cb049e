import type { Ask } from '../support/switch-in-memory.ts';
import { oneWrite } from './accounts.ts';
import { cost, done, type Scenarios, type Shop } from './scenario.ts';

/** Endpoints that get webhooks beside the `webhook_url` of a profile. */

const ofMerchant = ({ merchant }: Shop): Ask => ({ params: { merchant_id: merchant.id } });

const anEndpoint = (shop: Shop): Ask => ({
  ...ofMerchant(shop),
  body: { url: `https://shop.example/${shop.newId('hooks')}` },
});

/** The request about an endpoint of its own, on a profile of its own: one has ten at most. */
async function ofEndpoint(shop: Shop): Promise<Ask> {
  const { profile_id } = await done(shop, 'profiles.create', {
    params: { account_id: shop.merchant.id },
    body: { profile_name: shop.newId('shop') },
  });
  const { params, body } = anEndpoint(shop);
  const made = await done(shop, 'webhook-endpoints.create', {
    params,
    body: { ...Object(body), profile_id },
  });
  return {
    params: { merchant_id: shop.merchant.id, endpoint_id: String(made.endpoint_id) },
    headers: { 'x-profile-id': String(profile_id) },
  };
}

// Each request names the profile that it acts for, which costs one read more.
const changesProfile = { budget: cost(5, 5, 2, 2), crash: oneWrite } as const;

export const webhookEndpoints: Scenarios = {
  'webhook-endpoints.create': {
    request: async (shop) => {
      const { profile_id } = await done(shop, 'profiles.create', {
        params: { account_id: shop.merchant.id },
        body: { profile_name: shop.newId('shop') },
      });
      const { params, body } = anEndpoint(shop);
      const headers = { 'x-profile-id': String(profile_id) };
      return { params, headers, body: { ...Object(body), profile_id } };
    },
    ...changesProfile,
  },
  'webhook-endpoints.list': {
    request: async (shop) => {
      const { headers } = await ofEndpoint(shop);
      return { ...ofMerchant(shop), ...(headers && { headers }) };
    },
    budget: cost(3, 3, 0, 2),
  },
  'webhook-endpoints.retrieve': { request: ofEndpoint, budget: cost(3, 3, 0, 2) },
  'webhook-endpoints.update': {
    request: async (shop) => ({ ...(await ofEndpoint(shop)), body: { enabled: false } }),
    ...changesProfile,
  },
  'webhook-endpoints.delete': { request: ofEndpoint, ...changesProfile },
  'webhook-endpoints.test': {
    request: ofEndpoint,
    budget: cost(3, 3, 0, 2),
    crash: 'sends a test event: nothing is stored, and no money moves',
  },
};
