import { type ApiKeys, apiKeys } from '../../shared/vault/credentials/api-keys.ts';
import { liveMasterKey } from '../../shared/vault/credentials/master-key.ts';
import { presentApiKey, retrieveApiKey } from '../../shared/vault/credentials/operations.ts';
import { liveVaultAuthenticator } from '../../shared/vault/http/live-vault-authenticator.ts';
import { implementVault } from '../../shared/vault/http/vault-implement.ts';
import { vaultLambda } from '../../shared/vault/http/vault-lambda.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';

interface Services {
  readonly keys: ApiKeys;
}

export const retrieve = implementVault(
  retrieveApiKey,
  async ({ caller, params }, { keys }: Services) => ({
    data: presentApiKey(await keys.get(caller.tenant, params.id)),
  }),
);

export const handler = vaultLambda(
  retrieve,
  () => ({ keys: apiKeys(() => liveVault().table('credentials'), liveMasterKey()) }),
  liveVaultAuthenticator,
);
