import { type ApiKeyStore, apiKeyStore } from '#merchants/api-keys/api-key-store.ts';
import { revokeApiKey } from '#merchants/api-keys/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly apiKeys: ApiKeyStore;
}

/** Deletes a key for good. No container caches keys, so requests with it are refused at once. */
export const revoke = implement(revokeApiKey, async ({ params }, { apiKeys }: Services) => {
  const { merchant_id, key_id } = params;
  if (!(await apiKeys.revoke(merchant_id, key_id))) throw new SwitchError('api_key_not_found');
  return { merchant_id, key_id, revoked: true };
});

export const handler = lambda(revoke, () => ({ apiKeys: apiKeyStore(liveTable()) }), liveAdminKey);
