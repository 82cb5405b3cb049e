import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { toggleLearning } from '#switch/routing/dynamic/manage-settings.ts';
import { toggleSuccessBased as operation } from '#switch/routing/dynamic/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Switches on or off that a profile learns the success rates of its accounts. */
export const toggleSuccessBased = implement(operation, (request, services: Services) => {
  const { query } = request;
  return toggleLearning('successBased', request, query.enable, undefined, services);
});

export const handler = lambda(
  toggleSuccessBased,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
