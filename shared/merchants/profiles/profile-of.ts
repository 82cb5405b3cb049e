import { SwitchError } from '#platform/errors.ts';
import type { Configuration, Profile } from '../accounts/merchant-account.ts';

/** The merchant's profile with this id. Throws `profile_not_found`. */
export function profileOf({ profiles }: Configuration, profileId: string): Profile {
  const profile = profiles.find(({ id }) => id === profileId);
  if (!profile) throw new SwitchError('profile_not_found', { id: profileId });
  return profile;
}
