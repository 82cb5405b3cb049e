import { liveCardVault } from '#vault/switch/live-card-vault.ts';
import type { CardServices } from '../card-services.ts';
import { liveReturnServices } from './live-return-services.ts';

/** The services of functions that may finish payments whose card waits in the vault. */
export const liveCompletionServices = (): ReturnType<typeof liveReturnServices> &
  Pick<CardServices, 'vault'> => ({ ...liveReturnServices(), vault: liveCardVault().cards });
