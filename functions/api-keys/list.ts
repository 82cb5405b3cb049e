import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { type ApiKeyStore, apiKeyStore } from '#merchants/api-keys/api-key-store.ts';
import { describeApiKey } from '#merchants/api-keys/describe-api-key.ts';
import { listApiKeys } from '#merchants/api-keys/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly apiKeys: ApiKeyStore;
}

/** Lists a merchant's keys, oldest first, each by its first characters. */
export const list = implement(
  listApiKeys,
  async ({ params, query }, { configurations, apiKeys }: Services) => {
    const [keys] = await Promise.all([
      apiKeys.list(params.merchant_id),
      configurations.account(params.merchant_id),
    ]);
    const { skip = 0, limit = keys.length } = query;
    return keys
      .slice(skip, skip + limit)
      .map((key) => ({ ...describeApiKey(key), prefix: key.prefix }));
  },
);

export const handler = lambda(
  list,
  () => ({ configurations: configurationStore(liveTable()), apiKeys: apiKeyStore(liveTable()) }),
  liveAdminKey,
);
