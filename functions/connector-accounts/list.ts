import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { listedConnectorAccount } from '#merchants/connector-accounts/connector-account-changes.ts';
import { listConnectorAccounts } from '#merchants/connector-accounts/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Lists a merchant's connector accounts, oldest first, disabled ones included. */
export const list = implement(
  listConnectorAccounts,
  async ({ params }, { configurations }: Services) => {
    const { connectorAccounts } = await configurations.read(params.account_id);
    return connectorAccounts.map(listedConnectorAccount);
  },
);

export const handler = lambda(
  list,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
