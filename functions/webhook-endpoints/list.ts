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
import { endpointsOf, presentEndpoint } from '../../shared/webhook-endpoints/manage-endpoints.ts';
import { listWebhookEndpoints } from '../../shared/webhook-endpoints/operations.ts';

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
