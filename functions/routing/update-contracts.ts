import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { updateLearning } from '#switch/routing/dynamic/manage-settings.ts';
import { updateContracts as operation } from '#switch/routing/dynamic/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Changes the promises to accounts. */
export const updateContracts = implement(operation, (request, services: Services) => {
  const { params, body } = request;
  return updateLearning('contracts', request, params.algorithm_id, body, services);
});

export const handler = lambda(
  updateContracts,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
