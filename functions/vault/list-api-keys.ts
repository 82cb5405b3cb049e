import { liveMasterKey } from '#vault/callers/master-key.ts';
import { type ApiKeys, apiKeys } from '#vault/credentials/api-keys.ts';
import { listApiKeys, presentApiKey } from '#vault/credentials/operations.ts';
import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';

interface Services {
  readonly keys: ApiKeys;
}

/** Lists a tenant's keys, the newest first, including revoked ones. */
export const list = implementVault(listApiKeys, async ({ caller }, { keys }: Services) => {
  const all = await keys.list(caller.tenant);
  return { data: all.map((key) => presentApiKey(key)) };
});

export const handler = vaultLambda(list, () => ({
  keys: apiKeys(() => liveVault().table('credentials'), liveMasterKey()),
}));
