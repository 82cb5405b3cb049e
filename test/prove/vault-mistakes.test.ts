import { logTo } from '#platform/log.ts';
import { vaultNotFoundHandler } from '#vault/http/not-found.ts';
import { vaultOperations } from '#vault/operations.ts';
import { aVaultEvent } from '../support/vault/a-vault-event.ts';
import { type VaultAsk, vaultAdminKey, vaultInMemory } from '../support/vault/vault-in-memory.ts';

/*
 * Mistakes that developers make when they begin with the API of the vault. Each answer says in its
 * `hint` what to send instead, and each row holds the request that follows the hint to the letter: it
 * must succeed.
 */

type Vault = Awaited<ReturnType<typeof aVaultWithCard>>;

interface Request extends VaultAsk {
  readonly operation: string;
  /** The route of a request that reaches no operation. */
  readonly route?: readonly [method: string, path: string];
}

interface Mistake {
  readonly wrong: (vault: Vault) => Request | Promise<Request>;
  readonly param?: string;
  readonly hint: RegExp;
  /** The request that the hint asks for. */
  readonly right: (vault: Vault, wrong: Request) => Request | Promise<Request>;
}

const key = 'vk_shop';
const notFound = vaultNotFoundHandler(
  vaultOperations,
  logTo(() => {}),
);

async function aVaultWithCard() {
  const vault = vaultInMemory();
  const stored = await vault.ask('vault.store-card', { key, body: { card } });
  const cardToken: string = stored.body.data.attributes.card_token;
  const session = async (wanted: object) => {
    const body = { session_token: wanted };
    const made = await vault.ask('vault.create-session-token', { key, body });
    return String(made.body.data.attributes.session_token);
  };
  /** A request to the handler that API Gateway would choose. */
  async function ask({ operation, route, ...request }: Request) {
    if (!route) return vault.ask(operation, request);
    const [method, path] = route;
    const { statusCode = 200, body = '' } = await notFound(aVaultEvent({ method, path }));
    return { status: statusCode, text: body, body: JSON.parse(body) };
  }
  return { ...vault, ask, cardToken, session };
}

const card = {
  card_number: '5555555555554444',
  cardholder_name: 'ANA LIMA',
  service_code: '737',
  expiration_month: '08',
  expiration_year: '2031',
};
const json = JSON.stringify({ card });

/** A request that stores a card, with these changes. */
const stores =
  (request: VaultAsk = {}) =>
  (): Request => ({ operation: 'vault.store-card', key, body: { card }, ...request });

/** A request that stores a card with a changed member, for a mistake and for its right form. */
const member = (name: string, wrong: unknown, right: unknown) => ({
  param: `card.${name}`,
  wrong: stores({ body: { card: { ...card, [name]: wrong } } }),
  right: stores({ body: { card: { ...card, [name]: right } } }),
});

/** A request with another body that creates a session token. */
const tokens = (body: object) => (): Request => ({
  operation: 'vault.create-session-token',
  key,
  body,
});

/** The form of a page, sent with this session token. */
const types = (token: string, changes: object = {}): Request => ({
  operation: 'vault.capture-card',
  headers: { authorization: `Bearer ${token}` },
  body: { card: { ...card, ...changes } },
});

const lists = (query: Readonly<Record<string, string>>) => (): Request => ({
  operation: 'vault.list-cards',
  key,
  query,
});

const retrieves = (card_token: string, asking = key): Request => ({
  operation: 'vault.retrieve-card',
  key: asking,
  params: { card_token },
});

const withoutKey = (headers: Readonly<Record<string, string>>) =>
  stores({ key: undefined, headers });

const tokenHint =
  /^Send the `card_token` from the answer to its creation, and a key of the same tenant\.$/;

const mistakes: Readonly<Record<string, Mistake>> = {
  'no key': {
    wrong: withoutKey({}),
    param: 'api-key',
    hint: /^Send an API key of the vault in the header `api-key`\.$/,
    right: withoutKey({ 'api-key': key }),
  },
  'a bearer token': {
    wrong: async ({ tenantKey }) =>
      withoutKey({ authorization: `Bearer ${await tenantKey('shop')}` })(),
    param: 'api-key',
    hint: /in the header `api-key`, and not in `Authorization`\.$/,
    right: withoutKey({ 'api-key': key }),
  },
  "the switch's API key": {
    wrong: withoutKey({ 'api-key': `snd_${'a1'.repeat(32)}` }),
    param: 'api-key',
    hint: /is a secret key of the switch's API, and a key of the vault begins with `vk_`\.$/,
    right: withoutKey({ 'api-key': key }),
  },
  "the switch's API key of production": {
    wrong: stores({ key: `prd_${'a1'.repeat(32)}` }),
    param: 'api_key',
    hint: /is a secret key of the switch's API, and a key of the vault begins with `vk_`\.$/,
    right: stores(),
  },
  'a publishable key': {
    wrong: withoutKey({ 'api-key': 'pk_snd_0123456789abcdef' }),
    param: 'api-key',
    hint: /is a publishable key of the switch's API, and/,
    right: withoutKey({ 'api-key': key }),
  },
  'a session token instead of a key': {
    wrong: async ({ session }) => withoutKey({ 'api-key': await session({ scope: 'card' }) })(),
    param: 'api-key',
    hint: /is a session token, which opens only pages, and a key of the vault begins with `vk_`\.$/,
    right: withoutKey({ 'api-key': key }),
  },
  'a key of another environment': {
    wrong: stores({ key: `vk_${'A'.repeat(43)}` }),
    param: 'api_key',
    hint: /^Send an API key of the vault: the sent key is unknown, revoked, or of another environment\.$/,
    right: stores(),
  },
  'a key with a character too many': {
    wrong: async ({ tenantKey }) => withoutKey({ 'api-key': `${await tenantKey('shop')}A` })(),
    param: 'api-key',
    hint: /has a wrong length, because 43 characters follow `vk_`\.$/,
    right: withoutKey({ 'api-key': key }),
  },
  'the admin key in a URL': {
    wrong: () => ({
      operation: 'vault.create-api-key',
      key: vaultAdminKey,
      body: { api_key: { merchant_id: 'shop_north' } },
    }),
    param: 'api_key',
    hint: /an admin key is taken only in the header of `POST \/api\/v1\/api_keys`\.$/,
    right: (_, { operation, body }) => ({
      operation,
      body,
      headers: { 'api-key': vaultAdminKey },
    }),
  },
  'a key for another tenant': {
    wrong: () => ({
      operation: 'vault.create-api-key',
      key,
      body: { api_key: { merchant_id: 'shop_north' } },
    }),
    param: 'api_key.merchant_id',
    hint: /^Leave out `merchant_id`: /,
    right: (_, wrong) => ({ ...wrong, body: { api_key: {} } }),
  },
  'two keys': {
    wrong: stores({ headers: { 'api-key': 'vk_shop_west' } }),
    param: 'api-key',
    hint: /^Send one API key, in the header `api-key`\.$/,
    right: withoutKey({ 'api-key': key }),
  },
  'JSON with a comma too many': {
    wrong: stores({ text: json.replace(/\}\}$/, ',\n}}') }),
    hint: /^Mend the JSON at line 2, column 1: the name of a member/,
    right: stores({ text: json }),
  },
  'no body': {
    wrong: stores({ text: '' }),
    hint: /^Send a body: a JSON object\.$/,
    right: stores(),
  },
  'a list instead of an object': {
    wrong: stores({ text: `[${json}]` }),
    hint: /^Send one object, in braces\.$/,
    right: stores({ text: json }),
  },
  'a member twice': {
    wrong: stores({ text: json.replace('{"card":', '{"card":{},"card":') }),
    hint: /^Send each member of an object once\.$/,
    right: stores({ text: json }),
  },
  'a form': {
    wrong: stores({
      text: 'card_number=5555555555554444',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    param: 'content-type',
    hint: /^Send the body as JSON, with `content-type: application\/json`/,
    right: stores(),
  },
  'JSON as plain text': {
    wrong: stores({ headers: { 'content-type': 'text/plain' } }),
    param: 'content-type',
    hint: /^Send `content-type: application\/json`, and the body as JSON\.$/,
    right: stores(),
  },
  'a compressed body': {
    wrong: stores({ headers: { 'content-encoding': 'gzip' } }),
    param: 'content-encoding',
    hint: /^Send the body without the header `Content-Encoding`\.$/,
    right: stores(),
  },
  'a card without its envelope': {
    wrong: stores({ body: card }),
    param: 'card',
    hint: /^Put the members into an object `card`: `\{"card": \{…\}\}`\.$/,
    right: stores(),
  },
  'a misspelt member': {
    wrong: stores({ body: { card: { ...card, cardholder_nam: 'ANA LIMA' } } }),
    param: 'card.cardholder_nam',
    hint: /^Did you mean `cardholder_name`\?$/,
    right: stores(),
  },
  "Stripe's names of a card": {
    wrong: stores({
      body: { card: { number: '5555555555554444', exp_month: '08', exp_year: '2031' } },
    }),
    param: 'card.card_number',
    hint: /^Send `\w+` as `card_number` in `card`: this is its name here\.$/,
    right: stores(),
  },
  "the switch's name of a code": {
    wrong: stores({ body: { card: { ...card, card_cvc: '737' } } }),
    param: 'card.card_cvc',
    hint: /^Send `card\.service_code`: this is its name here\.$/,
    right: stores(),
  },
  'a month as a number': {
    ...member('expiration_month', 8, '8'),
    hint: /^Send a text, in quotes\.$/,
  },
  'month 13': {
    ...member('expiration_month', '13', '12'),
    hint: /^Send the month in two digits, from `01` to `12`\.$/,
  },
  'a year of three digits': {
    ...member('expiration_year', '031', '2031'),
    hint: /^Send the year in four digits\.$/,
  },
  'a mistyped card number': {
    ...member('card_number', '5555555555554445', '5555555555554444'),
    hint: /^Send all digits of the card number as they are on the card\.$/,
  },
  'a code of two digits': {
    ...member('service_code', '73', '737'),
    hint: /^Send the code as it is on the card: three digits/,
  },
  "another brand's name": {
    wrong: stores({ body: { card: { ...card, card_type: 'visa' } } }),
    param: 'card.card_type',
    hint: /^Leave out `card_type`: it follows from the card number\.$/,
    right: stores(),
  },
  'an idempotency key with another card': {
    wrong: async ({ ask }) => {
      const request = { ...stores()(), headers: { 'idempotency-key': 'card-7' } };
      await ask(request);
      return { ...request, body: { card: { ...card, card_number: '4111111111111111' } } };
    },
    param: 'idempotency-key',
    hint: /^Send a new key with another card;/,
    right: (_, wrong) => ({ ...wrong, headers: { 'idempotency-key': 'card-8' } }),
  },
  'an idempotency key without text': {
    wrong: stores({ headers: { 'idempotency-key': '' } }),
    param: 'idempotency-key',
    hint: /^Send a random identifier of 1 to 255 characters, such as a UUID\.$/,
    right: stores({ headers: { 'idempotency-key': '3f1b7c52-6a0e-4f0d-9c1e-2b7a5d8e9f10' } }),
  },
  'an unknown card token': {
    wrong: () => retrieves('0'.repeat(32)),
    param: 'card_token',
    hint: tokenHint,
    right: ({ cardToken }) => retrieves(cardToken),
  },
  "another tenant's card token": {
    wrong: ({ cardToken }) => retrieves(cardToken, 'vk_shop_west'),
    param: 'card_token',
    hint: tokenHint,
    right: ({ cardToken }) => retrieves(cardToken),
  },
  'a limit above the most': {
    wrong: lists({ 'pagination[limit]': '1000' }),
    param: 'pagination[limit]',
    hint: /^Send a whole number from 1 to 100\.$/,
    right: lists({ 'pagination[limit]': '100' }),
  },
  'a session token without a scope': {
    wrong: tokens({ session_token: {} }),
    param: 'session_token.scope',
    hint: /^Add `scope` in `session_token`\.$/,
    right: tokens({ session_token: { scope: 'card' } }),
  },
  'an unknown scope': {
    wrong: tokens({ scope: 'show' }),
    param: 'scope',
    hint: /^Send `card`, `show_card` or `show_service_code`\.$/,
    right: tokens({ scope: 'show_card' }),
  },
  'a misspelt member beside a scope': {
    wrong: tokens({ scope: 'card', orgin: 'https://shop.example' }),
    param: 'orgin',
    hint: /^Did you mean `origin`\?$/,
    right: tokens({ scope: 'card', origin: 'https://shop.example' }),
  },
  'an origin with a path': {
    wrong: tokens({ session_token: { scope: 'card', origin: 'https://shop.example/pay' } }),
    param: 'session_token.origin',
    hint: /^Send scheme, host and port of the page in small letters, without a path/,
    right: tokens({ session_token: { scope: 'card', origin: 'https://shop.example' } }),
  },
  'a token that lasts too long': {
    wrong: tokens({ session_token: { scope: 'show_card', expires_in: 900 } }),
    param: 'session_token.expires_in',
    hint: /^Leave out `expires_in`: /,
    right: tokens({ session_token: { scope: 'show_card' } }),
  },
  'a session token for an unknown card': {
    wrong: tokens({ session_token: { scope: 'show_card', card_token: '0'.repeat(32) } }),
    param: 'session_token.card_token',
    hint: /^Send the `card_token` from the answer that stored the card/,
    right: ({ cardToken: card_token }) =>
      tokens({ session_token: { scope: 'show_card', card_token } })(),
  },
  'a session token in the wrong header': {
    wrong: async ({ session }) => ({
      ...types(''),
      headers: { 'api-key': await session({ scope: 'card' }) },
    }),
    param: 'authorization',
    hint: /^Send the header `Authorization: Bearer`, followed by the session token\.$/,
    right: (_, { headers }) => types(headers?.['api-key'] ?? ''),
  },
  'a session token that is used twice': {
    wrong: async ({ ask, session }) => {
      const token = await session({ scope: 'card' });
      await ask(types(token));
      return types(token, { cardholder_name: 'EVA LIMA' });
    },
    hint: /^Create another session token, and use that: /,
    right: async ({ session }) => types(await session({ scope: 'card' })),
  },
  'a session token that has expired': {
    wrong: async ({ clock, session }) => {
      const token = await session({ scope: 'card', expires_in: 30 });
      clock.now = new Date(clock.now.getTime() + 31_000);
      return types(token);
    },
    hint: /^Create another session token, and use that: /,
    right: async ({ session }) => types(await session({ scope: 'card' })),
  },
  'a session token of another scope': {
    wrong: async ({ session }) => types(await session({ scope: 'show_card' })),
    hint: /^Create a session token with the scope `card`/,
    right: async ({ session }) => types(await session({ scope: 'card' })),
  },
  'an expired card in the form': {
    wrong: async ({ session }) =>
      types(await session({ scope: 'card' }), { expiration_year: '2029' }),
    param: 'card.expiration_year',
    hint: /^Send the year in four digits, of a card that has not expired\.$/,
    right: async ({ session }) => types(await session({ scope: 'card' })),
  },
  'a misspelt member in the form': {
    wrong: async ({ session }) =>
      types(await session({ scope: 'card' }), { card_numbr: '4111111111111111' }),
    param: 'card.card_numbr',
    hint: /^Did you mean `card_number`\?$/,
    right: async ({ session }) => types(await session({ scope: 'card' })),
  },
  'a form without the code': {
    wrong: async ({ session }) =>
      types(await session({ scope: 'card' }), { service_code: undefined }),
    param: 'card.service_code',
    hint: /^Add `service_code` in `card`\.$/,
    right: (_, wrong) => ({ ...wrong, body: { card } }),
  },
  'a code that was shown already': {
    wrong: async ({ ask, cardToken: card_token, session }) => {
      const takes = async (): Promise<Request> => ({
        operation: 'vault.take-cvc',
        headers: {
          authorization: `Bearer ${await session({ scope: 'show_service_code', card_token })}`,
        },
        body: { card_token },
      });
      await ask(await takes());
      return takes();
    },
    param: 'card_token',
    hint: /^Store the card again with its `service_code`/,
    right: stores(),
  },
  'a destination that was not allowed': {
    wrong: ({ cardToken: card_token }) => ({
      operation: 'vault.send-card',
      key,
      params: { card_token },
      query: { method: 'post', url: 'https://gateway.example/v1/charges' },
    }),
    param: 'url',
    hint: /^Create a destination first, with the URL's host and port/,
    right: () => ({
      operation: 'vault.create-destination',
      key,
      body: {
        destination: { host: 'gateway.example', path_prefix: '/v1/charges', methods: ['post'] },
      },
    }),
  },
  'a slash at the end': {
    wrong: () => ({ ...lists({})(), route: ['GET', '/api/v1/cards/'] }),
    hint: /^Leave out the slash at the end\.$/,
    right: lists({}),
  },
  'a path without its version': {
    wrong: () => ({ ...lists({})(), route: ['GET', '/v1/cards'] }),
    hint: /^Begin the path with `\/api\/v1`\.$/,
    right: lists({}),
  },
  'a path in the singular': {
    wrong: () => ({ ...lists({})(), route: ['GET', '/api/v1/card'] }),
    hint: /^Did you mean `\/api\/v1\/cards`\?$/,
    right: lists({}),
  },
  'a path of another API': {
    wrong: () => ({ ...lists({})(), route: ['POST', '/payments'] }),
    hint: /^Ask one of the paths that the description of the vault lists\.$/,
    right: lists({}),
  },
  'another method': {
    wrong: () => ({ ...lists({})(), route: ['PATCH', '/api/v1/cards'] }),
    hint: /^Send the request with `GET` or `POST`\.$/,
    right: lists({}),
  },
};

describe('a mistake of a developer at the vault', () => {
  it.each(Object.entries(mistakes))(
    "the vault's answer about a mistake leads to a request that works: %s",
    async (_, { wrong, param, hint, right }) => {
      const vault = await aVaultWithCard();
      const request = await wrong(vault);
      const refused = await vault.ask(request);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      const { errors } = refused.body;
      expect(errors).toMatchObject({
        hint: expect.stringMatching(hint),
        request_id: expect.any(String),
      });
      expect(errors.param).toBe(param);
      const { status, text } = await vault.ask(await right(vault, request));
      expect([status, status < 400 ? '' : text]).toEqual([200, '']);
    },
  );
});
