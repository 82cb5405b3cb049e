import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { toggleLearning } from '../../shared/routing/dynamic/manage-settings.ts';
import { toggleContracts as operation } from '../../shared/routing/dynamic/operations.ts';
import { liveTable } from '../../shared/table/table.ts';

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
