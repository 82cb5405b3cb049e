import {
  type ConfigurationStore,
  configurationStore,
  placeOf,
} from '#merchants/accounts/configuration-store.ts';
import {
  ConnectorSecrets,
  connectorAccountOf,
  presentConnectorAccount,
} from '#merchants/connector-accounts/connector-account-changes.ts';
import { retrieveConnectorAccount } from '#merchants/connector-accounts/operations.ts';
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

/** Shows a connector account whole; of its credentials, enough to recognize them. */
export const retrieve = implement(
  retrieveConnectorAccount,
  async ({ params, caller }, { configurations, secrets }: Services) => {
    const configuration = await configurations.read(params.account_id);
    const ownProfileId = caller.kind === 'merchant' ? caller.profileId : undefined;
    const { merchant_connector_id } = params;
    const account = connectorAccountOf(configuration, merchant_connector_id, ownProfileId);
    const place = placeOf.connectorAccount(account.id);
    const opened = await secrets.open(
      configuration.account,
      place,
      account.sealed,
      ConnectorSecrets,
    );
    return presentConnectorAccount(account, opened);
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
