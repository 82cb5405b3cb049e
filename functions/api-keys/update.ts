import { type ApiKeyStore, apiKeyStore } from '#merchants/api-keys/api-key-store.ts';
import { describeApiKey } from '#merchants/api-keys/describe-api-key.ts';
import { updateApiKey } from '#merchants/api-keys/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly apiKeys: ApiKeyStore;
}

/**
 * Changes a key's name, description and expiry, which may be in the past. The key itself stays the
 * same.
 */
export const update = implement(updateApiKey, async ({ params, body }, { apiKeys }: Services) => {
  const { name, description, expiration } = body;
  const key = await apiKeys.change(params.merchant_id, params.key_id, {
    ...(name != null && { name }),
    ...(description != null && { description }),
    ...(expiration != null && {
      expiresAt: expiration === 'never' ? null : new Date(expiration).toISOString(),
    }),
  });
  if (!key) throw new SwitchError('api_key_not_found');
  return { ...describeApiKey(key), prefix: key.prefix };
});

export const handler = lambda(update, () => ({ apiKeys: apiKeyStore(liveTable()) }), liveAdminKey);
