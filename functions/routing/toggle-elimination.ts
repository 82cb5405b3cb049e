import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { toggleLearning } from '#switch/routing/dynamic/manage-settings.ts';
import { toggleElimination as operation } from '#switch/routing/dynamic/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Switches on or off that a profile learns of accounts that fail technically. */
export const toggleElimination = implement(operation, (request, services: Services) => {
  const { query } = request;
  return toggleLearning('elimination', request, query.enable, undefined, services);
});

export const handler = lambda(
  toggleElimination,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
