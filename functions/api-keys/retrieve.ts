import { type ApiKeyStore, apiKeyStore } from '#merchants/api-keys/api-key-store.ts';
import { describeApiKey } from '#merchants/api-keys/describe-api-key.ts';
import { retrieveApiKey } from '#merchants/api-keys/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly apiKeys: ApiKeyStore;
}

/** Retrieves a key by its first characters, which do not reveal the rest. */
export const retrieve = implement(retrieveApiKey, async ({ params }, { apiKeys }: Services) => {
  const key = await apiKeys.get(params.merchant_id, params.key_id);
  if (!key) throw new SwitchError('api_key_not_found');
  return { ...describeApiKey(key), prefix: key.prefix };
});

export const handler = lambda(
  retrieve,
  () => ({ apiKeys: apiKeyStore(liveTable()) }),
  liveAdminKey,
);
