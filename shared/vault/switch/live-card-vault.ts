import { type LiveVault, liveVault } from '../live-vault.ts';

/** What deployed functions of the switch use of the vault: its cards, and their service codes. */
export const liveCardVault = (): Pick<LiveVault, 'cards' | 'codes'> => liveVault();
