import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { listedConnectorAccount } from '../../shared/connector-accounts/connector-account-changes.ts';
import { listConnectorAccounts } from '../../shared/connector-accounts/operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
