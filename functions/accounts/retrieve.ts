import { presentAccount } from '#merchants/accounts/account-changes.ts';
import { openAccountSecrets } from '#merchants/accounts/account-secrets.ts';
import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { retrieveAccount } from '#merchants/accounts/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
}

/**
 * Retrieves a merchant account for an operator. The hash key is shown in clear, because the
 * merchant verifies webhooks with it.
 */
export const retrieve = implement(
  retrieveAccount,
  async ({ params }, { configurations, secrets }: Services) => {
    const account = await configurations.account(params.account_id);
    return presentAccount(account, await openAccountSecrets(secrets, account));
  },
);

export const handler = lambda(
  retrieve,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
  }),
  liveAdminKey,
);
