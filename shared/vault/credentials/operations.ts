import * as v from 'valibot';
import { given, Identifier, integer, text } from '#platform/schema.ts';
import { loopbackAllowed } from '#platform/stage.ts';
import type { ApiKey } from '../callers/api-key.ts';
import { isCardToken } from '../cards/card.ts';
import { isLoopback } from '../http/loopback.ts';
import { defineVaultOperation, type VaultOperation } from '../http/vault-operation.ts';
import { defaultTokenSeconds, type SessionToken, scopes } from './session-tokens.ts';

/** UUID v4 in lower case. */
export const CredentialId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'is invalid'),
);

const ApiKeyRecord = v.object({
  id: CredentialId,
  type: v.literal('api_key'),
  attributes: v.object({
    id: CredentialId,
    /** The whole key in the answer that creates it; elsewhere `...` and its last six characters. */
    api_key: v.string(),
    description: v.nullable(v.string()),
    status: v.picklist(['active', 'revoked']),
    created_at: v.string(),
    /** Up to an hour before the last use; null: none is known. */
    last_used_at: v.nullable(v.string()),
    revoked_at: v.nullable(v.string()),
  }),
});
export const ApiKeyResponse = v.object({ data: ApiKeyRecord });
export const ApiKeysResponse = v.object({ data: v.array(ApiKeyRecord) });

export const CreateApiKeyRequest = v.strictObject({
  api_key: v.strictObject({
    description: given(text(256)),
    /** The tenant of the new key. Only the operator may name one other than its own. */
    merchant_id: given(Identifier),
  }),
});

/** Whether a URL's hostname is loopback; IPv6 addresses stand without brackets. */
const isLoopbackHost = (hostname: string) =>
  hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));

/**
 * Scheme, host and port in the browser's form, and nothing else. The value goes into the page's
 * content security policy, where any other character could end one rule and begin another.
 */
function isOrigin(value: string): boolean {
  if (!/^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(value)) return false;
  const url = URL.parse(value);
  if (url?.origin !== value) return false;
  return url.protocol === 'https:' || (loopbackAllowed() && isLoopbackHost(url.hostname));
}

const WantedToken = v.pipe(
  v.strictObject({
    scope: v.picklist(scopes),
    /** The only card that the token may show. */
    card_token: given(v.pipe(v.string(), v.check(isCardToken, 'is invalid'))),
    /** The exact origin of the page that embeds the token's page. */
    origin: given(v.pipe(text(512), v.check(isOrigin, 'is no exact https origin'))),
    /** The token's lifetime in seconds: from 30 up to its scope's default. */
    expires_in: given(integer(30, 900)),
  }),
  v.forward(
    v.check(
      ({ scope, card_token }) => scope !== 'card' || !card_token,
      'is only for tokens that show a card',
    ),
    ['card_token'],
  ),
  v.forward(
    v.check(
      ({ scope, expires_in }) => (expires_in ?? 0) <= defaultTokenSeconds[scope],
      'is longer than tokens of this scope last',
    ),
    ['expires_in'],
  ),
);

const WrappedToken = v.pipe(
  v.strictObject({ session_token: WantedToken }),
  v.transform(({ session_token }) => session_token),
);

/** The fields stand under `session_token`, or are the body itself. */
export const CreateSessionTokenRequest = v.lazy((body) =>
  typeof body === 'object' && body !== null && 'scope' in body ? WantedToken : WrappedToken,
);

export const SessionTokenResponse = v.object({
  data: v.object({
    id: CredentialId,
    type: v.literal('session_token'),
    attributes: v.object({
      id: CredentialId,
      /** The token, which only this answer contains. */
      session_token: v.string(),
      scope: v.picklist(scopes),
      card_token: v.optional(v.string()),
      origin: v.optional(v.string()),
      expires_at: v.string(),
      created_at: v.string(),
    }),
  }),
});

/** A key as callers with access see it. Only the answer that creates it has `value`. */
export const presentApiKey = (
  { id, lastSix, description, status, createdAt, lastUsedAt, revokedAt }: ApiKey,
  value?: string,
): v.InferOutput<typeof ApiKeyRecord> => ({
  id,
  type: 'api_key',
  attributes: {
    id,
    api_key: value ?? `...${lastSix}`,
    description: description ?? null,
    status,
    created_at: createdAt,
    last_used_at: lastUsedAt ?? null,
    revoked_at: revokedAt ?? null,
  },
});

export const presentSessionToken = (
  { id, scope, cardToken, origin, expiresAt, createdAt }: SessionToken,
  value: string,
): v.InferOutput<typeof SessionTokenResponse> => ({
  data: {
    id,
    type: 'session_token',
    attributes: {
      id,
      session_token: value,
      scope,
      ...(cardToken !== undefined && { card_token: cardToken }),
      ...(origin !== undefined && { origin }),
      expires_at: expiresAt,
      created_at: createdAt,
    },
  },
});

const oneKey = v.object({ id: CredentialId });
const anyKey = { id: '0b6d2f6e-58a1-4c0e-9d3a-7f1e5b2c4a90' };

export const listApiKeys = defineVaultOperation({
  name: 'vault.list-api-keys',
  method: 'GET',
  path: '/api/v1/api_keys',
  summary: 'List API keys',
  about: {
    description:
      'Lists the keys of the tenant, revoked ones too, with the last six characters of each.',
  },
  auth: 'api key',
  response: ApiKeysResponse,
  errors: [],
  access: {
    tables: { credentials: ['BatchGetItem'] },
    indexes: [{ table: 'credentials', index: 'by-list' }],
  },
  impact: 'Tenants cannot see which API keys of the vault they have.',
  example: {},
});

export const createApiKey = defineVaultOperation({
  name: 'vault.create-api-key',
  method: 'POST',
  path: '/api/v1/api_keys',
  summary: 'Create an API key',
  about: {
    description:
      'Creates a key of the tenant. The whole key is in this answer and never again, because only its hash is stored. The operator names the tenant by `merchant_id`.',
  },
  auth: 'api key or admin key',
  body: CreateApiKeyRequest,
  response: ApiKeyResponse,
  errors: ['forbidden'],
  access: { tables: { credentials: ['PutItem', 'UpdateItem'], audit: ['PutItem'] } },
  impact: 'Tenants cannot create API keys of the vault; existing keys work.',
  example: { body: { api_key: { description: 'checkout backend' } } },
});

export const retrieveApiKey = defineVaultOperation({
  name: 'vault.retrieve-api-key',
  method: 'GET',
  path: '/api/v1/api_keys/{id}',
  summary: 'Retrieve an API key',
  about: { description: 'Answers with one key, by its last six characters.' },
  auth: 'api key',
  params: oneKey,
  response: ApiKeyResponse,
  errors: ['resource_not_found'],
  access: { tables: { credentials: ['GetItem'] } },
  impact: 'Tenants cannot look at an API key of the vault.',
  example: { params: anyKey },
});

export const revokeApiKey = defineVaultOperation({
  name: 'vault.revoke-api-key',
  method: 'DELETE',
  path: '/api/v1/api_keys/{id}',
  summary: 'Revoke an API key',
  about: {
    description:
      'Ends a key: the next request with it is refused, and so are session tokens that it made. The last active key of a tenant stays.',
  },
  auth: 'api key',
  params: oneKey,
  errors: ['resource_not_found', 'last_active_key'],
  access: {
    tables: { credentials: ['GetItem', 'PutItem', 'UpdateItem'], audit: ['PutItem'] },
  },
  impact: 'Tenants cannot revoke stolen API keys of the vault.',
  example: { params: anyKey },
});

export const createSessionToken = defineVaultOperation({
  name: 'vault.create-session-token',
  method: 'POST',
  path: '/api/v1/session_tokens',
  summary: 'Create a session token',
  about: {
    description:
      'Creates a token that opens one page in a browser: the form for a card, a card number or a verification code. It shows one card once, or takes one card, and ends after minutes.',
  },
  auth: 'api key',
  body: CreateSessionTokenRequest,
  response: SessionTokenResponse,
  errors: [],
  access: {
    tables: {
      cards: ['GetItem'],
      credentials: ['GetItem', 'PutItem', 'UpdateItem'],
      audit: ['PutItem'],
    },
  },
  impact: 'Customers cannot be shown the form for their card, nor a card that is stored.',
  example: { body: { session_token: { scope: 'card' } } },
});

export const credentialOperations: readonly VaultOperation[] = [
  listApiKeys,
  createApiKey,
  retrieveApiKey,
  revokeApiKey,
  createSessionToken,
];
