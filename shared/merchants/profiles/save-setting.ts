import type { ConfigurationStore } from '../accounts/configuration-store.ts';
import { profileOf } from './profile-of.ts';

interface Change {
  readonly account_id: string;
  readonly profile_id: string;
  readonly setting: Readonly<Record<string, boolean>>;
}

/**
 * Sets one setting of a profile.
 *
 * @throws SwitchError `merchant_account_not_found`, `profile_not_found`, `concurrent_update`
 */
export async function saveSetting(
  configurations: ConfigurationStore,
  { account_id, profile_id, setting }: Change,
  now: Date,
): Promise<void> {
  const before = profileOf(await configurations.read(account_id), profile_id);
  const settings = { ...before.settings, ...setting };
  await configurations.saveProfile({ ...before, settings, modifiedAt: now.toISOString() }, before);
}
