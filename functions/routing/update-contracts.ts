import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { updateLearning } from '../../shared/routing/dynamic/manage-settings.ts';
import { updateContracts as operation } from '../../shared/routing/dynamic/operations.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Changes what was promised to accounts. */
export const updateContracts = implement(operation, (request, services: Services) => {
  const { params, body } = request;
  return updateLearning('contracts', request, params.algorithm_id, body, services);
});

export const handler = lambda(
  updateContracts,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
