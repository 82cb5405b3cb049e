import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { updateLearning } from '#switch/routing/dynamic/manage-settings.ts';
import { updateSuccessBased as operation } from '#switch/routing/dynamic/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Changes how a profile learns about which account succeeds most. */
export const updateSuccessBased = implement(operation, (request, services: Services) => {
  const { params, body } = request;
  return updateLearning('successBased', request, params.algorithm_id, body, services);
});

export const handler = lambda(
  updateSuccessBased,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
