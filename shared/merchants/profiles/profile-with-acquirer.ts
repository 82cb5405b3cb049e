import { SwitchError } from '#platform/errors.ts';
import type { Profile } from '../accounts/merchant-account.ts';
import type { ProfileAcquirer } from '../profile-acquirers/profile-acquirer.ts';

/** Acquirers are part of the profile, which every payment reads, so it must stay small. */
const maxAcquirers = 50;

/**
 * The profile with an acquirer added or replaced. At most one acquirer is the default.
 *
 * @throws SwitchError `profile_acquirer_exists` when another acquirer has the same details,
 * `precondition_failed` when there are too many
 */
export function withAcquirer(profile: Profile, acquirer: ProfileAcquirer, now: Date): Profile {
  const { acquirers = [] } = profile;
  const others = acquirers.filter(({ id }) => id !== acquirer.id);
  if (others.some((other) => isSameAcquirer(other, acquirer))) {
    throw new SwitchError('profile_acquirer_exists');
  }
  if (others.length >= maxAcquirers) {
    throw new SwitchError('precondition_failed', {
      message: `A profile has at most ${maxAcquirers} acquirers`,
    });
  }
  const yielding = (one: ProfileAcquirer) =>
    acquirer.isDefault && one.isDefault ? { ...one, isDefault: false } : one;
  const isNew = others.length === acquirers.length;
  return {
    ...profile,
    acquirers: isNew
      ? [...others.map(yielding), acquirer]
      : acquirers.map((one) => (one.id === acquirer.id ? acquirer : yielding(one))),
    modifiedAt: now.toISOString(),
  };
}

function isSameAcquirer(one: ProfileAcquirer, other: ProfileAcquirer): boolean {
  const facts = ({ id: _, isDefault: __, ...said }: ProfileAcquirer) =>
    JSON.stringify(Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1)));
  return facts(one) === facts(other);
}

/** The profile's acquirer with this id. Throws `profile_acquirer_not_found`. */
export function acquirerOf({ id: profile_id, acquirers = [] }: Profile, id: string) {
  const found = acquirers.find((one) => one.id === id);
  if (!found) throw new SwitchError('profile_acquirer_not_found', { id, profile_id });
  return found;
}

/** Presents an acquirer. */
export const presentAcquirer = (
  profileId: string,
  { id, isDefault, ...said }: ProfileAcquirer,
) => ({
  profile_acquirer_id: id,
  ...presentFields(said),
  network: said.network ?? null,
  profile_id: profileId,
  is_default: isDefault,
});

const presentFields = (said: Omit<ProfileAcquirer, 'id' | 'isDefault'>) => ({
  acquirer_assigned_merchant_id: said.acquirer_assigned_merchant_id ?? null,
  merchant_name: said.merchant_name ?? null,
  acquirer_bin: said.acquirer_bin ?? null,
  acquirer_ica: said.acquirer_ica ?? null,
  acquirer_fraud_rate: said.acquirer_fraud_rate ?? null,
  acquirer_country_code: said.acquirer_country_code ?? null,
});

/** A profile's acquirers as its response shows them; both members are `null` without acquirers. */
export function presentAcquirers({ id: profileId, acquirers = [] }: Profile) {
  if (acquirers.length === 0) return { acquirer_configs: null, acquirer_config_bucket: null };
  const configs = acquirers.map(
    ({ id, network, ...said }) =>
      [id, network === undefined ? [] : [{ network, ...presentFields(said) }]] as const,
  );
  return {
    acquirer_configs: acquirers.map((one) => presentAcquirer(profileId, one)),
    acquirer_config_bucket: {
      default_acquirer_config: acquirers.find(({ isDefault }) => isDefault)?.id ?? null,
      configs: Object.fromEntries(configs),
    },
  };
}
