import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { openSecretsOf } from '#merchants/webhook-settings/endpoint-secrets.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { liveTable } from '#platform/table/table.ts';
import { endpointOf, presentEndpoint } from '#webhooks/endpoints/manage-endpoints.ts';
import { retrieveWebhookEndpoint } from '#webhooks/endpoints/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
}

/** Retrieves one endpoint, with its secrets masked. */
export const retrieve = implement(
  retrieveWebhookEndpoint,
  async ({ params, caller }, { configurations, secrets }: Services) => {
    const configuration = await configurations.read(params.merchant_id);
    const found = endpointOf(configuration, caller, params.endpoint_id);
    return presentEndpoint(found, await openSecretsOf(secrets, configuration.account, found));
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
