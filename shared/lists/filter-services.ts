import { type ConfigurationStore, configurationStore } from '../accounts/configuration-store.ts';
import { liveTable } from '../table/table.ts';
import { type CountServices, liveCountServices } from './counts-by-status.ts';

/** What occurs is counted; what accounts offer is in the configuration. */
export interface FilterServices extends CountServices {
  readonly configurations: Pick<ConfigurationStore, 'recent'>;
}

export const liveFilterServices = (): FilterServices => ({
  ...liveCountServices(),
  configurations: configurationStore(liveTable()),
});
