import { type ApiKeyStore, apiKeyStore } from '../../shared/api-keys/api-key-store.ts';
import { revokeApiKey } from '../../shared/api-keys/operations.ts';
import { SwitchError } from '../../shared/errors.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
