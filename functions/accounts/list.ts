import { presentAccount } from '#merchants/accounts/account-changes.ts';
import { listedAccounts } from '#merchants/accounts/account-list-entry.ts';
import { openAccountSecrets } from '#merchants/accounts/account-secrets.ts';
import { listAccounts } from '#merchants/accounts/list-operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { type Lists, listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { organizationKey } from '#platform/table/shared-keys.ts';
import { liveTable } from '#platform/table/table.ts';

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
