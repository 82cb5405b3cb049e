import { type ApiKeyStore, apiKeyStore } from '../../shared/api-keys/api-key-store.ts';
import { describeApiKey } from '../../shared/api-keys/describe-api-key.ts';
import { retrieveApiKey } from '../../shared/api-keys/operations.ts';
import { SwitchError } from '../../shared/errors.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
