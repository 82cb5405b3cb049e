import { processorAddresses } from '#connectors/processor-addresses.ts';
import {
  type ConfigurationStore,
  configurationStore,
  placeOf,
} from '#merchants/accounts/configuration-store.ts';
import {
  type DeploymentOfAccounts,
  newConnectorAccount,
  presentConnectorAccount,
} from '#merchants/connector-accounts/connector-account-changes.ts';
import { createConnectorAccount } from '#merchants/connector-accounts/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services extends DeploymentOfAccounts {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
}

/** Connects a processor to a profile. Its credentials are sealed and never shown in clear again. */
export const create = implement(
  createConnectorAccount,
  async (
    { params, body, caller, now },
    { configurations, secrets, testConnectors, isProduction }: Services,
  ) => {
    const configuration = await configurations.read(params.account_id);
    const ownProfileId = caller.kind === 'merchant' ? caller.profileId : undefined;
    const context = { testConnectors, isProduction, ownProfileId, now };
    const created = newConnectorAccount(body, configuration, context);
    const place = placeOf.connectorAccount(created.account.id);
    const sealed = await secrets.seal(configuration.account, place, created.secrets);
    await configurations.addConnectorAccount({ ...created.account, sealed });
    return presentConnectorAccount(created.account, created.secrets);
  },
);

export const handler = lambda(
  create,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
    testConnectors: sandboxUrl() !== undefined,
    isProduction: processorAddresses().isProduction,
  }),
  liveAdminKey,
);
