import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { toggleLearning } from '../../shared/routing/dynamic/manage-settings.ts';
import { toggleSuccessBased as operation } from '../../shared/routing/dynamic/operations.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Switches on or off what a profile learns about which account succeeds most. */
export const toggleSuccessBased = implement(operation, (request, services: Services) => {
  const { query } = request;
  return toggleLearning('successBased', request, query.enable, undefined, services);
});

export const handler = lambda(
  toggleSuccessBased,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
