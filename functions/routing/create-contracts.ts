import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { createLearning } from '../../shared/routing/dynamic/manage-settings.ts';
import { createContracts as operation } from '../../shared/routing/dynamic/operations.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Promises volume to accounts, in place of what was promised. */
export const createContracts = implement(operation, (request, services: Services) => {
  const { query, body } = request;
  return createLearning('contracts', request, query.enable, body, services);
});

export const handler = lambda(
  createContracts,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
