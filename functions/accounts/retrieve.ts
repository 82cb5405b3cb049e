import { presentAccount } from '../../shared/accounts/account-changes.ts';
import { openAccountSecrets } from '../../shared/accounts/account-secrets.ts';
import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { retrieveAccount } from '../../shared/accounts/operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { liveTable } from '../../shared/table/table.ts';

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
