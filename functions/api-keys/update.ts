import { type ApiKeyStore, apiKeyStore } from '../../shared/api-keys/api-key-store.ts';
import { describeApiKey } from '../../shared/api-keys/describe-api-key.ts';
import { updateApiKey } from '../../shared/api-keys/operations.ts';
import { SwitchError } from '../../shared/errors.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
