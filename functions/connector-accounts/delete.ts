import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { connectorAccountOf } from '#merchants/connector-accounts/connector-account-changes.ts';
import { deleteConnectorAccount } from '#merchants/connector-accounts/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/**
 * Removes a connector account with its credentials. Its pending payments can't be synced any more,
 * and an operator has to decide them, so disable the account first and wait.
 */
export const remove = implement(
  deleteConnectorAccount,
  async ({ params }, { configurations }: Services) => {
    const { account_id: merchant_id, merchant_connector_id } = params;
    const configuration = await configurations.read(merchant_id);
    const account = connectorAccountOf(configuration, merchant_connector_id);
    await configurations.removeConnectorAccount(account);
    return { merchant_id, merchant_connector_id, deleted: true };
  },
);

export const handler = lambda(
  remove,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
