import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { deleteAccount } from '#merchants/accounts/operations.ts';
import { type ApiKeyStore, apiKeyStore } from '#merchants/api-keys/api-key-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly apiKeys: ApiKeyStore;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** How long to wait for the index of keys, in milliseconds. It is usually less far behind. */
const listDelayMs = 1_000;

/**
 * Deletes a merchant account: its API keys stop working. Its payments stay, but no key reaches
 * them, and its id is never reused. A second pass removes keys created during the deletion.
 */
export const remove = implement(
  deleteAccount,
  async ({ params, now }, { configurations, apiKeys, pause }: Services) => {
    const { account_id: merchant_id } = params;
    const removeKeys = async () => {
      await apiKeys.revokeAll(merchant_id);
      await pause(listDelayMs);
      await apiKeys.revokeAll(merchant_id);
    };
    await configurations.removeAccount(merchant_id, removeKeys, now);
    return { merchant_id, deleted: true };
  },
);

export const handler = lambda(
  remove,
  () => ({
    configurations: configurationStore(liveTable()),
    apiKeys: apiKeyStore(liveTable()),
    pause: sleep,
  }),
  liveAdminKey,
);
