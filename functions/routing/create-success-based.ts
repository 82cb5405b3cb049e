import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { createLearning } from '../../shared/routing/dynamic/manage-settings.ts';
import { createSuccessBased as operation } from '../../shared/routing/dynamic/operations.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Sets what a profile learns about which account succeeds most, in place of what was set. */
export const createSuccessBased = implement(operation, (request, services: Services) => {
  const { query, body } = request;
  return createLearning('successBased', request, query.enable, body, services);
});

export const handler = lambda(
  createSuccessBased,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
