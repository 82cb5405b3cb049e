import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier, integer, Timestamp, text } from '#platform/schema.ts';

/** When a key stops working: `never`, or a time, which may be in the past. */
export const ApiKeyExpiration = v.union([v.literal('never'), Timestamp]);
export type ApiKeyExpiration = v.InferOutput<typeof ApiKeyExpiration>;

export const CreateApiKeyRequest = v.strictObject({
  name: chosenName(64, 1),
  description: given(text(256)),
  // Absent means never. A `null` could be a date that the client lost, so it is refused.
  expiration: v.optional(ApiKeyExpiration, 'never'),
});
export type CreateApiKeyRequest = v.InferOutput<typeof CreateApiKeyRequest>;

export const UpdateApiKeyRequest = v.strictObject({
  name: given(chosenName(64, 1)),
  description: given(text(256)),
  expiration: given(ApiKeyExpiration),
});
export type UpdateApiKeyRequest = v.InferOutput<typeof UpdateApiKeyRequest>;

const describedKey = {
  key_id: v.string(),
  merchant_id: v.string(),
  name: v.string(),
  description: v.nullable(v.string()),
  created: v.string(),
  expiration: v.string(),
};

/** The only response that shows the key itself. */
export const CreateApiKeyResponse = v.object({ ...describedKey, api_key: v.string() });
export type CreateApiKeyResponse = v.InferOutput<typeof CreateApiKeyResponse>;

/** A key, shown by its first twelve characters. */
export const ApiKeyResponse = v.object({ ...describedKey, prefix: v.string() });
export type ApiKeyResponse = v.InferOutput<typeof ApiKeyResponse>;

export const RevokeApiKeyResponse = v.object({
  merchant_id: v.string(),
  key_id: v.string(),
  revoked: v.boolean(),
});
export type RevokeApiKeyResponse = v.InferOutput<typeof RevokeApiKeyResponse>;

/** A whole number in a query parameter. */
const Count = v.pipe(
  v.string(),
  v.regex(/^\d+$/, 'invalid digit found in string'),
  v.transform(Number),
  integer(0, Number.MAX_SAFE_INTEGER),
);

const params = v.object({ merchant_id: Identifier });

export const createApiKey = defineOperation({
  name: 'api-keys.create',
  method: 'POST',
  path: '/api_keys/{merchant_id}',
  summary: 'Create an API key',
  about: {
    description:
      'Creates a secret key of the merchant. The whole key is in this answer and never again, because only its hash is stored.',
  },
  auth: 'admin key',
  params,
  body: CreateApiKeyRequest,
  response: CreateApiKeyResponse,
  errors: ['merchant_account_not_found'],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
  impact: 'API keys cannot be created; existing keys still work.',
  example: { params: { merchant_id: 'merchant_example' }, body: { name: 'Till backend' } },
});

export const listApiKeys = defineOperation({
  name: 'api-keys.list',
  method: 'GET',
  path: '/api_keys/{merchant_id}/list',
  summary: 'List the API keys of a merchant',
  about: {
    description:
      'Lists the keys of the merchant with how each begins. No answer has the keys themselves.',
  },
  auth: 'admin key',
  params,
  query: v.strictObject({ limit: v.optional(Count), skip: v.optional(Count) }),
  response: v.array(ApiKeyResponse),
  errors: ['merchant_account_not_found'],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem', 'BatchGetItem'], indexes: ['by-list'] },
  impact: 'Operators cannot list the API keys of a merchant; the keys still work.',
  example: { params: { merchant_id: 'merchant_example' } },
});

const oneKey = v.object({ merchant_id: Identifier, key_id: Identifier });

export const retrieveApiKey = defineOperation({
  name: 'api-keys.retrieve',
  method: 'GET',
  path: '/api_keys/{merchant_id}/{key_id}',
  summary: 'Retrieve an API key',
  about: { description: 'Answers with the name of the key, how it begins and when it ends.' },
  auth: 'admin key',
  params: oneKey,
  response: ApiKeyResponse,
  errors: ['api_key_not_found'],
  notFound: 'api_key_not_found',
  access: { table: ['GetItem'] },
  impact: 'Operators cannot see an API key; the keys still work.',
  example: { params: { merchant_id: 'merchant_example', key_id: 'key_example' } },
});

export const updateApiKey = defineOperation({
  name: 'api-keys.update',
  method: 'POST',
  path: '/api_keys/{merchant_id}/{key_id}',
  summary: 'Update an API key',
  about: {
    description:
      'Changes the name, the description or the end of a key. The key itself stays the same.',
  },
  auth: 'admin key',
  params: oneKey,
  body: UpdateApiKeyRequest,
  response: ApiKeyResponse,
  errors: ['api_key_not_found'],
  notFound: 'api_key_not_found',
  access: { table: ['UpdateItem'] },
  impact: 'API keys cannot be changed; they work until they expire.',
  example: {
    params: { merchant_id: 'merchant_example', key_id: 'key_example' },
    body: { name: 'Till backend, second floor' },
  },
});

export const revokeApiKey = defineOperation({
  name: 'api-keys.revoke',
  method: 'DELETE',
  path: '/api_keys/{merchant_id}/{key_id}',
  summary: 'Revoke an API key',
  about: {
    description: 'Ends a key: requests with it are refused from now on. It cannot be undone.',
  },
  auth: 'admin key',
  params: oneKey,
  response: RevokeApiKeyResponse,
  errors: ['api_key_not_found'],
  notFound: 'api_key_not_found',
  access: { table: ['DeleteItem'] },
  impact: 'A stolen API key cannot be revoked and still works. Act at once.',
  example: { params: { merchant_id: 'merchant_example', key_id: 'key_example' } },
});
