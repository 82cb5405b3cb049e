import { vaultOperations } from '#vault/operations.ts';
import { deploymentTenant } from '#vault/tenant.ts';
import type { Ask } from '../support/switch/switch-in-memory.ts';
import { alike, done, type Scenario, type Scenarios } from './scenario.ts';
import {
  aboutCard,
  ageCards,
  cardWithoutCode,
  createdId,
  isCardUsed,
  typedCard,
  type VaultShop,
} from './vault-shop.ts';

/** The keys, cards and pages of the vault, whose tables are its own. */

type VaultScenario = Scenario<VaultShop>;

const someKey = { api_key: { description: 'checkout backend' } };
const aboutKey = async (shop: VaultShop) => ({
  params: { id: await createdId(shop, 'vault.create-api-key', someKey) },
});

/** The key of a tenant that has nothing in the vault yet. */
async function newcomer(shop: VaultShop): Promise<string> {
  const request = {
    key: shop.adminKey,
    body: { api_key: { merchant_id: shop.newId('newcomer') } },
  };
  return (await done(shop, 'vault.create-api-key', request)).data.attributes.api_key;
}

/** A key in the form of the vault's own, which it does not have. */
const unknownKey = (shop: VaultShop) => `vk_${shop.newId('unknown').padEnd(43, 'x')}`;

async function session(shop: VaultShop, wanted: object, key?: string): Promise<string> {
  const request = { body: { session_token: wanted }, ...(key !== undefined && { key }) };
  const made = await done(shop, 'vault.create-session-token', request);
  return made.data.attributes.session_token;
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** The form as its page sends it. */
const typing = async (shop: VaultShop, key?: string): Promise<Ask> => ({
  ...bearer(await session(shop, { scope: 'card' }, key)),
  body: { card: typedCard },
});

/** A request with a token that shows a card. */
const showing =
  (scope: string, card?: object) =>
  async (shop: VaultShop): Promise<{ readonly query: Record<string, string> }> => {
    const { card_token } = (await aboutCard(card)(shop)).params;
    return { query: { card_token, session_token: await session(shop, { scope, card_token }) } };
  };

/** A tenant whose keys another function has made. */
export const openingKeys = (
  operation: string,
  prepare: VaultScenario['prepare'],
  request: VaultScenario['request'],
): Scenarios<VaultShop> => ({
  [`${operation}, of a tenant with keys`]: {
    request: async (shop) => {
      await prepare?.(shop);
      return request(shop);
    },
    grants: [{ action: 'kms:Decrypt' }],
  },
});

const withIdempotencyKey = (shop: VaultShop): Ask => ({
  headers: { 'idempotency-key': shop.newId('order') },
  body: { card: typedCard },
});

/** A key that the vault does not have is looked up in every table of keys, and recorded. */
const withUnknownKey = alike<VaultShop>(
  vaultOperations
    .filter(({ auth }) => auth.startsWith('api key'))
    .map(({ name }) => `${name}, with an unknown key`),
  () => ({
    request: (shop) => ({ params: { id: 'none', card_token: 'none' }, key: unknownKey(shop) }),
    status: 401,
    grants: [
      { action: 'secretsmanager:GetSecretValue', resource: /MasterKey/ },
      { action: 'dynamodb:PutItem', resource: /vault-Audit/ },
    ],
  }),
);

export const vault: Scenarios<VaultShop> = {
  ...withUnknownKey,
  'vault.list-api-keys': { request: () => ({}) },
  'vault.create-api-key': { request: () => ({ body: someKey }) },
  'vault.create-api-key, by the operator': {
    request: (shop) => ({
      key: shop.adminKey,
      body: { api_key: { merchant_id: shop.newId('newcomer') } },
    }),
    grants: 'all others',
  },
  'vault.retrieve-api-key': { request: aboutKey },
  'vault.revoke-api-key': { request: aboutKey, status: 204 },
  'vault.revoke-api-key, revoked before': {
    request: async (shop) => {
      const key = await aboutKey(shop);
      await done(shop, 'vault.revoke-api-key', key);
      return key;
    },
    status: 204,
  },
  // The master key is stored at the first request that needs it as an item.
  'vault.revoke-api-key, with the master key': {
    request: async (shop) => {
      const key = shop.masterKey;
      const { data } = await done(shop, 'vault.create-api-key', { key, body: someKey });
      for (const { pk, sk, tenant, fromSecret } of await shop.items('API_KEY#'))
        if (tenant === deploymentTenant && fromSecret === true) await shop.remove({ pk, sk });
      return { key, params: { id: data.id } };
    },
    status: 204,
    grants: [{ action: 'dynamodb:PutItem', resource: /vault-Credentials/ }],
  },
  'vault.create-session-token': {
    request: () => ({
      body: { session_token: { scope: 'card', origin: 'https://shop.example' } },
    }),
  },
  'vault.create-session-token, for one card': {
    request: async (shop) => {
      const { card_token } = (await aboutCard()(shop)).params;
      return { body: { session_token: { scope: 'show_card', card_token } } };
    },
    grants: 'all others',
  },
  // In the second round the master key is stored already.
  'vault.create-session-token, with the master key': {
    request: ({ masterKey }) => ({ key: masterKey, body: { session_token: { scope: 'card' } } }),
  },

  'vault.store-card': { request: () => ({ body: { card: typedCard } }) },
  'vault.store-card, without a code': { request: () => ({ body: { card: cardWithoutCode } }) },
  'vault.store-card, with an idempotency key': {
    request: withIdempotencyKey,
    grants: 'all others',
  },
  'vault.store-card, once more with its idempotency key': {
    request: async (shop) => {
      const request = withIdempotencyKey(shop);
      await done(shop, 'vault.store-card', request);
      return request;
    },
  },
  'vault.store-card, first of a tenant': {
    request: async (shop) => ({ key: await newcomer(shop), body: { card: typedCard } }),
  },
  'vault.store-card, first of a quarter of an hour': {
    request: async (shop) => {
      await shop.later(15 * 60_000);
      return { body: { card: typedCard } };
    },
    virtualTime: true,
  },
  ...openingKeys(
    'vault.store-card',
    async (shop) => done(shop, 'vault.capture-card', await typing(shop)),
    withIdempotencyKey,
  ),
  'vault.retrieve-card': { request: aboutCard(typedCard) },
  'vault.retrieve-card, that there is not': {
    request: () => ({ params: { card_token: 'ab'.repeat(16) } }),
    status: 404,
  },
  'vault.retrieve-card, with a revoked key': {
    request: async (shop) => {
      const { data } = await done(shop, 'vault.create-api-key', { body: someKey });
      await done(shop, 'vault.revoke-api-key', { params: { id: data.id } });
      return { ...(await aboutCard()(shop)), key: data.attributes.api_key };
    },
    status: 401,
  },
  'vault.list-cards': { request: () => ({}) },
  'vault.list-cards, the page behind a card': {
    request: async (shop) => {
      await aboutCard()(shop);
      // The newest of all, so that there is a whole page behind it.
      await shop.aMoment();
      const { card_token } = (await aboutCard()(shop)).params;
      return { query: { 'pagination[after]': card_token, 'pagination[limit]': '5' } };
    },
    succeeded: ({ body }) => body.data.length > 0,
    grants: 'all others',
  },
  'vault.delete-card': { request: aboutCard(typedCard) },
  'vault.delete-card, without a code': { request: aboutCard() },
  'vault.authorize-card': { request: aboutCard(typedCard) },
  'vault.authorize-card, once more': { request: aboutCard() },

  'vault.capture-form': {
    request: async (shop) => ({ query: { session_token: await session(shop, { scope: 'card' }) } }),
  },
  // A refusal of a page is recorded, and is the same where the record fails.
  'vault.capture-form, with an unknown token': {
    request: (shop) => ({
      query: { session_token: `stk_${shop.newId('unknown').padEnd(43, 'x')}` },
      headers: { 'x-request-id': shop.newId('refused') },
    }),
    status: 401,
    succeeded: async ({ headers }, shop) =>
      (await shop.items('AUDIT#')).some((line) => line.requestId === headers['x-request-id']),
    grants: [{ action: 'dynamodb:PutItem', resource: /vault-Audit/ }],
  },
  'vault.capture-card': { request: (shop) => typing(shop) },
  'vault.capture-card, first of a tenant': {
    request: async (shop) => typing(shop, await newcomer(shop)),
  },
  // Ranges with several brands are in the switch's table, as operators entered them.
  'vault.capture-card, asked for the brands of a range': {
    request: async (shop) => ({
      ...(await typing(shop)),
      body: { card: { card_start: '45717360' } },
    }),
    grants: [{ action: 'dynamodb:BatchGetItem', resource: /-data-/ }],
  },
  ...openingKeys('vault.capture-card', aboutCard(typedCard), (shop) => typing(shop)),
  'vault.show-card': { request: showing('show_card') },
  // The use is recorded once a day, and the answer does not wait for that.
  'vault.show-card, first use in a day': {
    request: async (shop) => {
      const request = await showing('show_card')(shop);
      await ageCards(shop);
      return request;
    },
    succeeded: isCardUsed,
    grants: [{ action: 'dynamodb:UpdateItem', resource: /vault-Cards/ }],
  },
  'vault.show-card, with a token that was used': {
    request: async (shop) => {
      const request = await showing('show_card')(shop);
      await done(shop, 'vault.show-card', request);
      return request;
    },
    status: 401,
  },
  'vault.show-cvc-page': { request: showing('show_service_code', typedCard) },
  'vault.take-cvc': {
    request: async (shop) => {
      const { query } = await showing('show_service_code', typedCard)(shop);
      const { card_token, session_token = '' } = query;
      return { ...bearer(session_token), body: { card_token } };
    },
  },
  'vault.asset': {
    request: async (shop) => {
      const query = { session_token: await session(shop, { scope: 'card' }) };
      const { text } = await shop.ask('vault.capture-form', { query });
      const [, file = ''] = /\/assets\/([\w.-]+)/.exec(text) ?? [];
      return { params: { file } };
    },
  },
  'vault.embed-script': { request: () => ({}) },
};
