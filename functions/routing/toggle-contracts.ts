import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { toggleLearning } from '#switch/routing/dynamic/manage-settings.ts';
import { toggleContracts as operation } from '#switch/routing/dynamic/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Switches promises of volume on or off. */
export const toggleContracts = implement(operation, (request, services: Services) => {
  const { query, body } = request;
  return toggleLearning('contracts', request, query.enable, body, services);
});

export const handler = lambda(
  toggleContracts,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
