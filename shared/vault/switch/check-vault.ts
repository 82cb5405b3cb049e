import { rotationKey } from '../keys/key-items.ts';
import type { LiveVault } from '../live-vault.ts';

/** Reads one item of the vault, which is no key. Rejects where the vault does not answer. */
export async function checkVault({ table }: Pick<LiveVault, 'table'>): Promise<void> {
  await table('keys').get(rotationKey);
}
