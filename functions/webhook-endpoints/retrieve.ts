import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { liveTable } from '../../shared/table/table.ts';
import { openSecretsOf } from '../../shared/webhook-endpoints/endpoint-secrets.ts';
import { endpointOf, presentEndpoint } from '../../shared/webhook-endpoints/manage-endpoints.ts';
import { retrieveWebhookEndpoint } from '../../shared/webhook-endpoints/operations.ts';

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
