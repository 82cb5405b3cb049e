import { presentAccount } from '../../shared/accounts/account-changes.ts';
import { listedAccounts } from '../../shared/accounts/account-list-entry.ts';
import { openAccountSecrets } from '../../shared/accounts/account-secrets.ts';
import { listAccounts } from '../../shared/accounts/list-operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { type Lists, listsOver } from '../../shared/lists/read-list.ts';
import { cachedShards } from '../../shared/lists/shards.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { organizationKey } from '../../shared/table/shared-keys.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly lists: Lists;
  readonly secrets: MerchantSecrets;
}

/**
 * Lists the merchant accounts of an organization for an operator, each as `accounts.retrieve` shows
 * it.
 */
export const list = implement(listAccounts, async ({ query }, { lists, secrets }: Services) => {
  const { entities } = await lists.read({
    kind: listedAccounts,
    owner: organizationKey(query.organization_id).pk,
    ascending: true,
  });
  // A deleted account keeps its item and its list entry, because its id is never reused.
  const accounts = entities.filter(({ deletedAt }) => deletedAt === undefined);
  return Promise.all(
    accounts.map(async (account) =>
      presentAccount(account, await openAccountSecrets(secrets, account)),
    ),
  );
});

export const handler = lambda(
  list,
  () => ({
    lists: listsOver(liveTable(), cachedShards(liveTable())),
    secrets: merchantSecrets(kmsMerchantKeys()),
  }),
  liveAdminKey,
);
