import * as v from 'valibot';
import { Timestamp } from '#platform/schema.ts';
import { defineVaultOperation } from '../../http/vault-operation.ts';
import { largestMessage, MethodOfQuery } from '../send/target.ts';
import { NewProfile, type Profile } from './profile.ts';

const ById = v.object({ id: v.pipe(v.string(), v.uuid()) });

export const ProfileRecord = v.object({
  id: v.string(),
  type: v.literal('tokenization_profile'),
  attributes: v.object({
    id: v.string(),
    name: v.string(),
    profile: v.unknown(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
});
export type ProfileRecord = v.InferOutput<typeof ProfileRecord>;

/** The one place where a profile becomes a response. */
export const presentProfile = (profile: Profile): ProfileRecord => ({
  id: profile.id,
  type: 'tokenization_profile',
  attributes: {
    id: profile.id,
    name: profile.name,
    profile: profile.profile,
    created_at: profile.createdAt,
    updated_at: profile.updatedAt,
  },
});

export const captureCards = defineVaultOperation({
  name: 'vault.capture-cards',
  method: 'POST',
  path: '/api/v1/capture',
  summary: 'Ask one of your destinations, and take the cards out of its answer',
  about: {
    description:
      'Calls a destination and replaces each card in its answer by a token, as a tokenization profile says.',
  },
  auth: 'api key',
  query: v.object({ method: MethodOfQuery, url: v.string(), profile: v.string() }),
  bodyAs: 'bytes',
  bodyLimit: largestMessage,
  errors: [
    'validation_error',
    'destination_not_allowed',
    'destination_error',
    'destination_timeout',
  ],
  access: {
    tables: {
      cards: ['GetItem', 'Query', 'PutItem'],
      codes: ['GetItem', 'PutItem'],
      keys: ['Query', 'PutItem'],
      // The tenant's settings.
      credentials: ['GetItem'],
      audit: ['PutItem'],
    },
    makes: ['pan', 'display', 'fingerprint', 'cvc'],
    opens: ['pan', 'display', 'fingerprint', 'cvc'],
    egress: true,
  },
  impact: 'Tenants cannot take the cards out of messages that they fetch.',
  example: {
    query: { method: 'get', url: 'https://bookings.example/v1/new', profile: 'bookings' },
  },
});

const ProfileBodyOfRequest = v.strictObject({ tokenization_profile: NewProfile });
const exampleProfile = {
  tokenization_profile: {
    name: 'bookings',
    profile: {
      type: 'json',
      schema: {
        message_node: { selector: '$.reservations[*]' },
        card_node: { selector: 'payment.card' },
      },
      card_token_placement: {
        type: 'card_node',
        card_token_node: 'vault_token',
        error_node: 'vault_error',
        warning_node: 'vault_warning',
      },
      card_node: {
        card_number: { selector: 'pan' },
        cardholder_name: { selector: 'holder' },
        expiration_month: { selector: 'exp', transformation: 'substring:0,2' },
        expiration_year: { selector: 'exp', transformation: 'substring:3,4' },
        service_code: { selector: 'cvv' },
      },
    },
  },
};
const profileImpact = 'Tenants cannot say where cards are in the messages that they fetch.';

export const listProfiles = defineVaultOperation({
  name: 'vault.list-tokenization-profiles',
  method: 'GET',
  path: '/api/v1/tokenization_profiles',
  summary: 'List your tokenization profiles',
  about: { description: 'Lists the profiles of the tenant.' },
  auth: 'api key',
  response: v.object({ data: v.array(ProfileRecord) }),
  errors: [],
  access: { tables: { cards: ['Query'] } },
  impact: profileImpact,
  example: {},
});

export const createProfile = defineVaultOperation({
  name: 'vault.create-tokenization-profile',
  method: 'POST',
  path: '/api/v1/tokenization_profiles',
  summary: 'Create a tokenization profile',
  about: {
    description:
      'Stores where cards are in the answers of a destination, and where their tokens go.',
  },
  auth: 'api key',
  body: ProfileBodyOfRequest,
  response: v.object({ data: ProfileRecord }),
  errors: ['validation_error'],
  access: { tables: { cards: ['GetItem', 'Query', 'PutItem'], audit: ['PutItem'] } },
  impact: profileImpact,
  example: { body: exampleProfile },
});

export const retrieveProfile = defineVaultOperation({
  name: 'vault.retrieve-tokenization-profile',
  method: 'GET',
  path: '/api/v1/tokenization_profiles/{id}',
  summary: 'Retrieve a tokenization profile',
  about: { description: 'Answers with one profile.' },
  auth: 'api key',
  params: ById,
  response: v.object({ data: ProfileRecord }),
  errors: ['resource_not_found'],
  access: { tables: { cards: ['GetItem'] } },
  impact: profileImpact,
  example: { params: { id: '3c9a1f04-8e2b-4d65-b7a0-51f6d2c8e973' } },
});

export const updateProfile = defineVaultOperation({
  name: 'vault.update-tokenization-profile',
  method: 'PUT',
  path: '/api/v1/tokenization_profiles/{id}',
  summary: 'Replace a tokenization profile',
  about: { description: 'Replaces the whole profile.' },
  auth: 'api key',
  params: ById,
  body: ProfileBodyOfRequest,
  response: v.object({ data: ProfileRecord }),
  errors: ['validation_error', 'resource_not_found'],
  access: { tables: { cards: ['GetItem', 'PutItem', 'DeleteItem'], audit: ['PutItem'] } },
  impact: profileImpact,
  example: { params: { id: '3c9a1f04-8e2b-4d65-b7a0-51f6d2c8e973' }, body: exampleProfile },
});

export const deleteProfile = defineVaultOperation({
  name: 'vault.delete-tokenization-profile',
  method: 'DELETE',
  path: '/api/v1/tokenization_profiles/{id}',
  summary: 'Delete a tokenization profile',
  about: { description: 'Deletes the profile. Requests that name it are refused from now on.' },
  auth: 'api key',
  params: ById,
  errors: ['resource_not_found'],
  access: { tables: { cards: ['GetItem', 'DeleteItem'], audit: ['PutItem'] } },
  impact: profileImpact,
  example: { params: { id: '3c9a1f04-8e2b-4d65-b7a0-51f6d2c8e973' } },
});
