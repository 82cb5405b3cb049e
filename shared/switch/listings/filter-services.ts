import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { type CountServices, liveCountServices } from '#platform/lists/counts-by-status.ts';
import { liveTable } from '#platform/table/table.ts';

/** Counts give the values in use; the configuration has the offers of the connector accounts. */
export interface FilterServices extends CountServices {
  readonly configurations: Pick<ConfigurationStore, 'recent'>;
}

export const liveFilterServices = (): FilterServices => ({
  ...liveCountServices(),
  configurations: configurationStore(liveTable()),
});
