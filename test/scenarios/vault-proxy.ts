import type { Ask } from '../support/switch/switch-in-memory.ts';
import type { Scenarios } from './scenario.ts';
import { openingKeys } from './vault.ts';
import {
  aboutCard,
  ageCards,
  createdId,
  isCardUsed,
  isCodeDeleted,
  newName,
  type ServerAnswer,
  typedCard,
  type VaultShop,
} from './vault-shop.ts';

/** The vault between a tenant and servers: cards that it sends, and cards that it takes. */

/** A server of the tenant's that answers so, where the vault may send cards. */
async function aDestination(shop: VaultShop, answer: ServerAnswer): Promise<string> {
  const url = await shop.server(answer);
  const { protocol, hostname: host, port, pathname } = new URL(url);
  const place = { scheme: protocol.slice(0, -1), host, port: Number(port) };
  const below = pathname === '/' ? {} : { path_prefix: pathname };
  const destination = { ...place, ...below, methods: ['get', 'post'] };
  await createdId(shop, 'vault.create-destination', { destination });
  return url;
}

const allowedPlace = {
  destination: { host: 'gateway.example', path_prefix: '/v1/charges', methods: ['post'] },
};
const aboutDestination = async (shop: VaultShop) => ({
  params: { id: await createdId(shop, 'vault.create-destination', allowedPlace) },
});

const number = '{"number":"%CARD_NUMBER%"}';
const numberAndCode = '{"number":"%CARD_NUMBER%","code":"%SERVICE_CODE%"}';
const thanks = { status: 200, body: '{}' };

/** A request that sends a card with this text to a server that answers so. */
const sending =
  (text: string, answer: ServerAnswer = thanks, card?: object) =>
  async (shop: VaultShop): Promise<Ask> => {
    const url = await aDestination(shop, answer);
    return { ...(await aboutCard(card)(shop)), text, query: { method: 'post', url } };
  };

const profile = {
  type: 'json',
  schema: {
    message_node: { selector: '$.reservations[*]' },
    card_node: { selector: 'payment.card' },
  },
  card_token_placement: { type: 'card_node', card_token_node: 'vault_token' },
  card_node: {
    card_number: { selector: 'pan' },
    cardholder_name: { selector: 'holder' },
    expiration_month: { selector: 'exp', transformation: 'substring:0,2' },
    expiration_year: { selector: 'exp', transformation: 'substring:3,4' },
    service_code: { selector: 'cvv' },
  },
};
const namedProfile = (name: string) => ({ tokenization_profile: { name, profile } });

/** A new tokenization profile: its name, and the request about it. */
async function aProfile(shop: VaultShop) {
  const name = newName(shop, 'profile');
  const id = await createdId(shop, 'vault.create-tokenization-profile', namedProfile(name));
  return { name, params: { id } };
}
const aboutProfile = async (shop: VaultShop): Promise<Ask> => ({
  params: (await aProfile(shop)).params,
});

/** A request for so many cards of a server's. */
const capturing =
  (cards: number) =>
  async (shop: VaultShop): Promise<Ask> => {
    const card = { pan: '4111111111111111', holder: 'ANA LIMA', exp: '08/2031', cvv: '737' };
    const reservations = Array.from({ length: cards }, () => ({ payment: { card } }));
    const body = JSON.stringify({ reservations });
    const url = await aDestination(shop, { status: 200, body });
    const { name } = await aProfile(shop);
    return { text: '', query: { method: 'get', url, profile: name } };
  };

export const vaultProxy: Scenarios<VaultShop> = {
  'vault.send-card': { request: sending(number) },
  // The server may have used the code, so that the vault deletes it.
  'vault.send-card, with its code': {
    request: sending(numberAndCode, thanks, typedCard),
    succeeded: async (answer, shop, request) =>
      shop.received(request.query?.url ?? '').some((body) => body.includes('"737"')) &&
      isCodeDeleted(answer, shop, request),
    grants: 'all others',
  },
  'vault.send-card, with its code that is kept': {
    request: sending(numberAndCode, { status: 503, body: '{}' }, typedCard),
    status: 503,
  },
  'vault.send-card, first use in a day': {
    request: async (shop) => {
      const request = await sending(number)(shop);
      await ageCards(shop);
      return request;
    },
    succeeded: isCardUsed,
    grants: [{ action: 'dynamodb:UpdateItem', resource: /vault-Cards/ }],
  },
  'vault.send-card, to a place that is not allowed': {
    request: async (shop) => ({
      ...(await aboutCard()(shop)),
      text: number,
      query: { method: 'post', url: 'https://elsewhere.example/' },
    }),
    status: 403,
  },
  // All places that a tenant has allowed are read for each card.
  'vault.send-card, to one of a hundred places': {
    async prepare(shop) {
      for (let more = 0; more < 98; more++) await aboutDestination(shop);
    },
    request: sending(number),
  },
  'vault.capture-cards': {
    request: capturing(1),
    succeeded: ({ text }) => /"vault_token":"[0-9a-f]{32}"/.test(text),
  },
  'vault.capture-cards, ten of them': { request: capturing(10) },
  ...openingKeys('vault.capture-cards', aboutCard(typedCard), capturing(1)),
  'vault.list-destinations': { request: () => ({}) },
  'vault.create-destination': { request: () => ({ body: allowedPlace }) },
  'vault.delete-destination': { request: aboutDestination, status: 204 },
  'vault.list-tokenization-profiles': { request: () => ({}) },
  'vault.create-tokenization-profile': {
    request: (shop) => ({ body: namedProfile(newName(shop, 'profile')) }),
  },
  'vault.retrieve-tokenization-profile': { request: aboutProfile },
  'vault.update-tokenization-profile': {
    request: async (shop) => {
      const { name, params } = await aProfile(shop);
      return { params, body: namedProfile(name) };
    },
  },
  // Items are named after the profile: one is created, and the earlier one deleted.
  'vault.update-tokenization-profile, with a new name': {
    request: async (shop) => ({
      ...(await aboutProfile(shop)),
      body: namedProfile(newName(shop, 'renamed')),
    }),
    grants: 'all others',
  },
  'vault.delete-tokenization-profile': { request: aboutProfile, status: 204 },
};
