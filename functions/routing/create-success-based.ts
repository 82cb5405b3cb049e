import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { createLearning } from '#switch/routing/dynamic/manage-settings.ts';
import { createSuccessBased as operation } from '#switch/routing/dynamic/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Sets how a profile learns the success rates of its accounts, in place of earlier settings. */
export const createSuccessBased = implement(operation, (request, services: Services) => {
  const { query, body } = request;
  return createLearning('successBased', request, query.enable, body, services);
});

export const handler = lambda(
  createSuccessBased,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
