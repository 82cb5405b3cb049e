import { liveMasterKey } from '#vault/callers/master-key.ts';
import { type ApiKeys, apiKeys } from '#vault/credentials/api-keys.ts';
import { presentApiKey, retrieveApiKey } from '#vault/credentials/operations.ts';
import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';

interface Services {
  readonly keys: ApiKeys;
}

export const retrieve = implementVault(
  retrieveApiKey,
  async ({ caller, params }, { keys }: Services) => ({
    data: presentApiKey(await keys.get(caller.tenant, params.id)),
  }),
);

export const handler = vaultLambda(retrieve, () => ({
  keys: apiKeys(() => liveVault().table('credentials'), liveMasterKey()),
}));
