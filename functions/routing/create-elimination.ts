import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { createLearning } from '../../shared/routing/dynamic/manage-settings.ts';
import { createElimination as operation } from '../../shared/routing/dynamic/operations.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Sets what a profile learns about which accounts fail technically, in place of what was set. */
export const createElimination = implement(operation, (request, services: Services) => {
  const { query, body } = request;
  return createLearning('elimination', request, query.enable, body, services);
});

export const handler = lambda(
  createElimination,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
