import * as v from 'valibot';
import { Timestamp } from '#platform/schema.ts';
import { defineVaultOperation } from '../../http/vault-operation.ts';
import { type Destination, NewDestination } from './destination.ts';
import { largestMessage, MethodOfQuery, methods } from './target.ts';

const ById = v.object({ id: v.pipe(v.string(), v.uuid()) });

export const DestinationRecord = v.object({
  id: v.string(),
  type: v.literal('destination'),
  attributes: v.object({
    id: v.string(),
    scheme: v.picklist(['https', 'http']),
    host: v.string(),
    port: v.number(),
    path_prefix: v.string(),
    methods: v.array(v.picklist(methods)),
    /** Null for all statuses that allow it. */
    keep_service_code_on: v.nullable(v.array(v.number())),
    created_at: Timestamp,
  }),
});
export type DestinationRecord = v.InferOutput<typeof DestinationRecord>;

/** The one place where a destination becomes a response. */
export const presentDestination = (destination: Destination): DestinationRecord => ({
  id: destination.id,
  type: 'destination',
  attributes: {
    id: destination.id,
    scheme: destination.scheme,
    host: destination.host,
    port: destination.port,
    path_prefix: destination.pathPrefix,
    methods: destination.methods,
    keep_service_code_on: destination.keepsCvcOn ?? null,
    created_at: destination.createdAt,
  },
});

export const sendCard = defineVaultOperation({
  name: 'vault.send-card',
  method: 'POST',
  path: '/api/v1/cards/{card_token}/send',
  summary: 'Send a card to one of your destinations, in place of the drop-ins of a message',
  about: {
    description:
      'Sends the body and the headers of this request to a destination, with the card in the place of `%CARD_NUMBER%` and other placeholders. The answer of the destination comes back without card data.',
  },
  auth: 'api key',
  params: v.object({ card_token: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)) }),
  query: v.object({ method: MethodOfQuery, url: v.string() }),
  bodyAs: 'bytes',
  bodyLimit: largestMessage,
  errors: [
    'validation_error',
    'destination_not_allowed',
    'resource_not_found',
    'service_code_in_use',
    'service_code_unavailable',
    'destination_error',
    'destination_timeout',
  ],
  access: {
    tables: {
      // A use extends the card's storage time, which the vault records.
      cards: ['GetItem', 'UpdateItem', 'Query'],
      codes: ['GetItem', 'UpdateItem', 'DeleteItem'],
      keys: ['GetItem'],
      audit: ['PutItem'],
    },
    opens: ['pan', 'cvc'],
    egress: true,
  },
  impact: 'Tenants cannot send cards to their own processors.',
  example: {
    params: { card_token: '5f0c0000000000000000000000000000' },
    query: { method: 'post', url: 'https://gateway.example/v1/charges' },
  },
});

export const listDestinations = defineVaultOperation({
  name: 'vault.list-destinations',
  method: 'GET',
  path: '/api/v1/destinations',
  summary: 'List the destinations of your cards',
  about: { description: 'Lists the places that cards of the tenant may be sent to.' },
  auth: 'api key',
  response: v.object({ data: v.array(DestinationRecord) }),
  errors: [],
  access: { tables: { cards: ['Query'] } },
  impact: 'Tenants cannot see where their cards may be sent.',
  example: {},
});

export const createDestination = defineVaultOperation({
  name: 'vault.create-destination',
  method: 'POST',
  path: '/api/v1/destinations',
  summary: 'Allow your cards to be sent to a place',
  about: {
    description: 'Allows a host, a path and HTTP methods to be called with cards of the tenant.',
  },
  auth: 'api key',
  body: v.strictObject({ destination: NewDestination }),
  response: v.object({ data: DestinationRecord }),
  errors: ['validation_error'],
  access: { tables: { cards: ['GetItem', 'Query', 'PutItem'], audit: ['PutItem'] } },
  impact: 'Tenants cannot allow their cards to be sent to new places.',
  example: {
    body: {
      destination: { host: 'gateway.example', path_prefix: '/v1/charges', methods: ['post'] },
    },
  },
});

export const deleteDestination = defineVaultOperation({
  name: 'vault.delete-destination',
  method: 'DELETE',
  path: '/api/v1/destinations/{id}',
  summary: 'Allow your cards to be sent to a place no more',
  about: { description: 'Ends the permission. Requests to the place are refused from now on.' },
  auth: 'api key',
  params: ById,
  errors: ['resource_not_found'],
  access: { tables: { cards: ['DeleteItem'], audit: ['PutItem'] } },
  impact: 'Tenants cannot end what they have allowed.',
  example: { params: { id: '7d3f8a52-6c1e-4b7a-9f0d-2e5c8b1a4d60' } },
});
