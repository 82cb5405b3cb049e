import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { listedConnectorAccount } from '#merchants/connector-accounts/connector-account-changes.ts';
import { listConnectorAccountsOfProfile } from '#merchants/connector-accounts/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/**
 * Lists the connector accounts of the profile that the caller acts for, or all of the merchant's.
 */
export const listOfProfile = implement(
  listConnectorAccountsOfProfile,
  async ({ params, caller }, { configurations }: Services) => {
    const { connectorAccounts } = await configurations.read(params.account_id);
    const own = 'profileId' in caller ? caller.profileId : undefined;
    return connectorAccounts
      .filter(({ profileId }) => own === undefined || profileId === own)
      .map(listedConnectorAccount);
  },
);

export const handler = lambda(
  listOfProfile,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
