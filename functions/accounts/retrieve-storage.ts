import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { retrieveStorageSwitch } from '../../shared/accounts/operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
