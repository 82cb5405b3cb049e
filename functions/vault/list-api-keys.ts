import { type ApiKeys, apiKeys } from '../../shared/vault/credentials/api-keys.ts';
import { liveMasterKey } from '../../shared/vault/credentials/master-key.ts';
import { listApiKeys, presentApiKey } from '../../shared/vault/credentials/operations.ts';
import { liveVaultAuthenticator } from '../../shared/vault/http/live-vault-authenticator.ts';
import { implementVault } from '../../shared/vault/http/vault-implement.ts';
import { vaultLambda } from '../../shared/vault/http/vault-lambda.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';

interface Services {
  readonly keys: ApiKeys;
}

/** Lists a tenant's keys, the newest first, including revoked ones. */
export const list = implementVault(listApiKeys, async ({ caller }, { keys }: Services) => {
  const all = await keys.list(caller.tenant);
  return { data: all.map((key) => presentApiKey(key)) };
});

export const handler = vaultLambda(
  list,
  () => ({ keys: apiKeys(() => liveVault().table('credentials'), liveMasterKey()) }),
  liveVaultAuthenticator,
);
