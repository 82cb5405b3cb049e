import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { createLearning } from '#switch/routing/dynamic/manage-settings.ts';
import { createContracts as operation } from '#switch/routing/dynamic/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Promises volume to accounts, in place of earlier promises. */
export const createContracts = implement(operation, (request, services: Services) => {
  const { query, body } = request;
  return createLearning('contracts', request, query.enable, body, services);
});

export const handler = lambda(
  createContracts,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
