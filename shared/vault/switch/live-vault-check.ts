import { liveVault } from '../live-vault.ts';
import { checkVault } from './check-vault.ts';

/** Rejects where the vault does not answer. */
export const liveVaultCheck = (): Promise<void> => checkVault(liveVault());
