import { SwitchError } from '#platform/errors.ts';
import type { Configuration, Profile } from './merchant-account.ts';

interface Named {
  readonly profileId?: string | null | undefined;
  readonly businessCountry?: string | null | undefined;
  readonly businessLabel?: string | null | undefined;
  /** The profile that the caller acts for; the caller reaches no other. */
  readonly ownProfileId?: string | undefined;
}

/**
 * The profile of a request. It is the profile that the request names, else the caller's own, else
 * the merchant's default, else the one named after the business country and label. Throws
 * `profile_not_found`, `missing_param`, and `precondition_failed` for a business that the merchant
 * account does not have.
 */
export function chooseProfile({ account, profiles }: Configuration, named: Named): Profile {
  const { profileId, businessCountry, businessLabel, ownProfileId } = named;
  const business =
    businessCountry && businessLabel ? `${businessCountry}_${businessLabel}` : undefined;
  if (business && !businessesOf(account.settings.primary_business_details).has(business)) {
    throw new SwitchError('precondition_failed', {
      message: 'business_details are not configured in the merchant account',
    });
  }
  const wanted = profileId ?? ownProfileId ?? account.defaultProfileId;
  if (ownProfileId !== undefined && wanted !== ownProfileId) {
    throw new SwitchError('profile_not_found', { id: wanted });
  }
  const profile = wanted
    ? profiles.find(({ id }) => id === wanted)
    : profiles.find(({ name }) => name === business);
  if (profile) return profile;
  if (wanted ?? business) throw new SwitchError('profile_not_found', { id: wanted ?? business });
  throw new SwitchError('missing_param', {
    field: 'profile_id or business_country, business_label',
  });
}

function businessesOf(details: unknown): Set<string> {
  const names = Array.isArray(details)
    ? details.map(({ country, business }: Record<string, unknown>) => `${country}_${business}`)
    : [];
  return new Set(names);
}
