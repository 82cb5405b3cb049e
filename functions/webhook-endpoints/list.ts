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
import { endpointsOf, presentEndpoint } from '#webhooks/endpoints/manage-endpoints.ts';
import { listWebhookEndpoints } from '#webhooks/endpoints/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
}

/** Lists all endpoints that the caller reaches; a profile has eleven at most. */
export const list = implement(
  listWebhookEndpoints,
  async ({ params, caller }, { configurations, secrets }: Services) => {
    const configuration = await configurations.read(params.merchant_id);
    const { account } = configuration;
    const data = endpointsOf(configuration, caller).map(async (found) =>
      presentEndpoint(found, await openSecretsOf(secrets, account, found)),
    );
    return { data: await Promise.all(data) };
  },
);

export const handler = lambda(
  list,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
  }),
  liveAdminKey,
);
