import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { type ApiKey, type ApiKeyStore, apiKeyStore } from '#merchants/api-keys/api-key-store.ts';
import { describeApiKey } from '#merchants/api-keys/describe-api-key.ts';
import { createApiKey } from '#merchants/api-keys/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { randomText } from '#platform/ids.ts';
import { environment } from '#platform/stage.ts';
import { apiKeyId, sha256 } from '#platform/table/shared-keys.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly apiKeys: ApiKeyStore;
  readonly environment: string;
}

/** Creates a secret key. Only this response shows it: the switch stores its hash. */
export const create = implement(createApiKey, async ({ params, body, now }, services: Services) => {
  const { configurations, apiKeys, environment: prefix } = services;
  const { merchant_id: merchantId } = params;
  const secretKey = `${prefix}_${randomText(64)}`;
  const { name, description, expiration } = body;
  const key: ApiKey = {
    id: apiKeyId(prefix, secretKey),
    merchantId,
    hash: sha256(secretKey).toString('hex'),
    prefix: secretKey.slice(0, 12),
    name,
    ...(description != null && { description }),
    ...(expiration !== 'never' && { expiresAt: new Date(expiration).toISOString() }),
    createdAt: now.toISOString(),
  };
  // The key is written before the account is read, so a concurrent deletion of the account finds
  // and deletes the key.
  await apiKeys.create(key);
  await configurations.account(merchantId).catch(async (error: unknown) => {
    await apiKeys.revoke(merchantId, key.id);
    throw error;
  });
  return { ...describeApiKey(key), api_key: secretKey };
});

export const handler = lambda(
  create,
  () => ({
    configurations: configurationStore(liveTable()),
    apiKeys: apiKeyStore(liveTable()),
    environment: environment(),
  }),
  liveAdminKey,
);
