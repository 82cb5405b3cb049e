import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { type ApiKeyStore, apiKeyStore } from '../../shared/api-keys/api-key-store.ts';
import { describeApiKey } from '../../shared/api-keys/describe-api-key.ts';
import { listApiKeys } from '../../shared/api-keys/operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
