import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { switchStorage } from '#merchants/accounts/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Stores the switch without any effect: all merchants' data is stored in the same way. */
export const setStorage = implement(
  switchStorage,
  async ({ params, body, now }, { configurations }: Services) => {
    const account = await configurations.account(params.account_id);
    const { kv_enabled: kvEnabled } = body;
    await configurations.saveAccount({ ...account, kvEnabled, modifiedAt: now.toISOString() });
    return { merchant_id: account.id, kv_enabled: kvEnabled };
  },
);

export const handler = lambda(
  setStorage,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
