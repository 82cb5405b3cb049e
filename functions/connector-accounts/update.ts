import { processorAddresses } from '#connectors/processor-addresses.ts';
import {
  type ConfigurationStore,
  configurationStore,
  placeOf,
} from '#merchants/accounts/configuration-store.ts';
import { checkVerifierChoices } from '#merchants/connector-accounts/account-verifier-choice.ts';
import {
  ConnectorSecrets,
  connectorAccountOf,
  type DeploymentOfAccounts,
  presentConnectorAccount,
  updatedConnectorAccount,
} from '#merchants/connector-accounts/connector-account-changes.ts';
import { updateConnectorAccount } from '#merchants/connector-accounts/operations.ts';
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

/**
 * Changes the fields that the request states. New payments use them once the cached configuration
 * of busy containers has expired.
 */
export const update = implement(
  updateConnectorAccount,
  async (
    { params, body, caller, now },
    { configurations, secrets, testConnectors, isProduction }: Services,
  ) => {
    const configuration = await configurations.read(params.account_id);
    const { account: holder } = configuration;
    const ownProfileId = caller.kind === 'merchant' ? caller.profileId : undefined;
    const { merchant_connector_id } = params;
    const before = connectorAccountOf(configuration, merchant_connector_id, ownProfileId);
    checkVerifierChoices(body.pm_auth_config, configuration, before.profileId);
    const place = placeOf.connectorAccount(before.id);
    const opened = await secrets.open(holder, place, before.sealed, ConnectorSecrets);
    const changed = updatedConnectorAccount(before, opened, body, {
      testConnectors,
      isProduction,
      now,
    });
    const sealed = await secrets.seal(holder, place, changed.secrets);
    const saved = await configurations.saveConnectorAccount(
      { ...before, ...changed.account, sealed },
      before,
    );
    return presentConnectorAccount(saved, changed.secrets);
  },
);

export const handler = lambda(
  update,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
    testConnectors: sandboxUrl() !== undefined,
    isProduction: processorAddresses().isProduction,
  }),
  liveAdminKey,
);
