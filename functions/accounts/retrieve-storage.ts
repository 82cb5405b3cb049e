import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { retrieveStorageSwitch } from '#merchants/accounts/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Shows the storage switch as it was last set; off by default. */
export const retrieveStorage = implement(
  retrieveStorageSwitch,
  async ({ params }, { configurations }: Services) => {
    const { id, kvEnabled = false } = await configurations.account(params.account_id);
    return { merchant_id: id, kv_enabled: kvEnabled };
  },
);

export const handler = lambda(
  retrieveStorage,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
