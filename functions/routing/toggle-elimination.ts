import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { toggleLearning } from '../../shared/routing/dynamic/manage-settings.ts';
import { toggleElimination as operation } from '../../shared/routing/dynamic/operations.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Switches on or off what a profile learns about which accounts fail technically. */
export const toggleElimination = implement(operation, (request, services: Services) => {
  const { query } = request;
  return toggleLearning('elimination', request, query.enable, undefined, services);
});

export const handler = lambda(
  toggleElimination,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
