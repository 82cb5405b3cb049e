import * as v from 'valibot';
import { defineVaultOperation } from '../http/vault-operation.ts';
import { isCardToken } from './card.ts';
import { NewCard } from './new-card.ts';
import { CardRecord } from './present-card.ts';

export const CardToken = v.pipe(v.string(), v.check(isCardToken, 'is invalid'));
const CardParams = v.object({ card_token: CardToken });
const CardResponse = v.object({ data: CardRecord });

const exampleToken = '5f0c7d1a9b3e4f2680c1d2e3f4a5b6c7';

export const storeCard = defineVaultOperation({
  name: 'vault.store-card',
  method: 'POST',
  path: '/api/v1/cards',
  summary: 'Store a card',
  about: { description: 'Stores a card under a new token. The answer shows the card masked.' },
  auth: 'api key',
  body: v.strictObject({ card: NewCard }),
  response: CardResponse,
  errors: ['validation_error', 'idempotency_mismatch', 'service_unavailable'],
  access: {
    tables: {
      cards: ['PutItem'],
      codes: ['GetItem', 'PutItem'],
      keys: ['Query', 'PutItem'],
      // The tenant's settings, and its idempotency keys.
      credentials: ['GetItem', 'PutItem', 'UpdateItem'],
      audit: ['PutItem'],
    },
    makes: ['pan', 'display', 'fingerprint', 'cvc'],
    opens: ['pan', 'display', 'fingerprint', 'cvc'],
  },
  impact: 'Tenants cannot store cards.',
  example: {
    body: {
      card: {
        card_number: '5555555555554444',
        cardholder_name: 'ANA LIMA',
        service_code: '737',
        expiration_month: '08',
        expiration_year: '2031',
      },
    },
  },
});

export const retrieveCard = defineVaultOperation({
  name: 'vault.retrieve-card',
  method: 'GET',
  path: '/api/v1/cards/{card_token}',
  summary: 'Retrieve a card, masked',
  about: { description: 'Answers with the card, masked.' },
  auth: 'api key',
  params: CardParams,
  response: CardResponse,
  errors: ['resource_not_found'],
  access: {
    tables: { cards: ['GetItem'], codes: ['BatchGetItem'], keys: ['GetItem'] },
    opens: ['display'],
  },
  impact: 'Tenants cannot look at stored cards.',
  example: { params: { card_token: exampleToken } },
});

const Limit = v.pipe(
  v.string(),
  v.regex(/^(?:[1-9]\d?|100)$/, 'must be from 1 to 100'),
  v.transform(Number),
);

export const listCardsOperation = defineVaultOperation({
  name: 'vault.list-cards',
  method: 'GET',
  path: '/api/v1/cards',
  summary: 'List cards, masked, the newest first',
  about: { description: 'Lists the cards of the tenant, masked, page by page.' },
  auth: 'api key',
  query: v.object({
    'pagination[limit]': v.optional(Limit, '10'),
    'pagination[after]': v.optional(CardToken),
  }),
  response: v.object({
    data: v.array(CardRecord),
    meta: v.object({ limit: v.number(), next: v.nullable(v.string()) }),
  }),
  errors: ['validation_error'],
  access: {
    tables: {
      cards: ['GetItem', 'BatchGetItem'],
      codes: ['BatchGetItem'],
      keys: ['GetItem'],
    },
    indexes: [{ table: 'cards', index: 'by-list' }],
    opens: ['display'],
  },
  impact: 'Tenants cannot list their cards.',
  example: { query: { 'pagination[limit]': '2' } },
});

export const deleteCard = defineVaultOperation({
  name: 'vault.delete-card',
  method: 'DELETE',
  path: '/api/v1/cards/{card_token}',
  summary: 'Delete a card and its service code',
  about: { description: 'Deletes the card and its verification code. It cannot be undone.' },
  auth: 'api key',
  params: CardParams,
  response: v.object({ success: v.literal(true) }),
  errors: ['resource_not_found', 'service_unavailable'],
  access: {
    tables: { cards: ['GetItem', 'UpdateItem'], codes: ['DeleteItem'], audit: ['PutItem'] },
  },
  impact: 'Tenants cannot delete cards.',
  example: { params: { card_token: exampleToken } },
});

export const authorizeCard = defineVaultOperation({
  name: 'vault.authorize-card',
  method: 'POST',
  path: '/api/v1/cards/{card_token}/authorize',
  summary: 'Forget the service code of a card that was authorized',
  about: {
    description:
      'Erases the verification code, which must not be kept after an authorization. The card stays.',
  },
  auth: 'api key',
  params: CardParams,
  response: CardResponse,
  errors: ['resource_not_found', 'service_unavailable'],
  access: {
    tables: {
      cards: ['GetItem'],
      codes: ['DeleteItem'],
      keys: ['GetItem'],
      audit: ['PutItem'],
    },
    opens: ['display'],
  },
  impact:
    'Card verification codes stay stored until they expire, though their cards were authorized.',
  example: { params: { card_token: exampleToken } },
});

export const cardOperations = [
  storeCard,
  retrieveCard,
  listCardsOperation,
  deleteCard,
  authorizeCard,
] as const;
