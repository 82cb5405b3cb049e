import { ofAccount, oneWrite } from './accounts.ts';
import { anotherProfile } from './profiles.ts';
import { cost, done, type Scenarios, type Shop } from './scenario.ts';

/** Endpoints that get webhooks beside the `webhook_url` of a profile. */

/** The request for an endpoint on a profile of its own: one has ten at most. */
async function anEndpoint(shop: Shop) {
  const { params } = await anotherProfile(shop);
  return {
    ...ofAccount(shop),
    headers: { 'x-profile-id': params.profile_id },
    body: {
      url: `https://shop.example/${shop.newId('hooks')}`,
      profile_id: params.profile_id,
    },
  };
}

/** The request about an endpoint that was created. */
async function ofEndpoint(shop: Shop) {
  const { headers, body } = await anEndpoint(shop);
  const { endpoint_id } = await done(shop, 'webhook-endpoints.create', {
    ...ofAccount(shop),
    body,
  });
  return {
    params: { merchant_id: shop.merchant.id, endpoint_id: String(endpoint_id) },
    headers,
  };
}

// Each request names the profile that it acts for, which costs one read more.
const changesProfile = { budget: cost(5, 5, 2, 2), crash: oneWrite } as const;

export const webhookEndpoints: Scenarios = {
  'webhook-endpoints.create': {
    request: anEndpoint,
    ...changesProfile,
  },
  'webhook-endpoints.list': {
    request: async (shop) => {
      const { headers } = await ofEndpoint(shop);
      return { ...ofAccount(shop), headers };
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
