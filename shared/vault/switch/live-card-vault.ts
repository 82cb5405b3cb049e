import { type LiveVault, liveVault } from '../live-vault.ts';

/** The parts of the vault that deployed functions of the switch use: cards and card codes. */
export const liveCardVault = (): Pick<LiveVault, 'cards' | 'codes'> => liveVault();
