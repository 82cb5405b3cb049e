import * as v from 'valibot';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { openAccountSecrets } from '../accounts/account-secrets.ts';
import { placeOf } from '../accounts/configuration-store.ts';
import { OlderHashKey } from '../accounts/hash-keys.ts';
import type { AccountSecrets, MerchantAccount, Profile } from '../accounts/merchant-account.ts';
import { NetworkTokenizationCredentials } from '../accounts/network-tokenization-credentials.ts';

/** The part of a profile that is stored sealed: only the secrets that the profile itself states. */
export const ProfileSecrets = v.object({
  payment_response_hash_key: v.optional(v.string()),
  older_hash_keys: v.optional(v.array(OlderHashKey)),
  webhook_password: v.optional(v.string()),
  network_tokenization_credentials: v.optional(NetworkTokenizationCredentials),
  /** All headers are secret, because they often carry an authorization. */
  outgoing_webhook_custom_http_headers: v.optional(v.record(v.string(), v.string())),
});
export type ProfileSecrets = v.InferOutput<typeof ProfileSecrets>;

/** The secrets in effect for a profile: its own, and its merchant account's for the rest. */
export type EffectiveSecrets = ProfileSecrets & Pick<AccountSecrets, 'payment_response_hash_key'>;

/** Opens a profile's own secrets for the duration of one request. */
export const openOwnSecrets = async (
  secrets: Pick<MerchantSecrets, 'open'>,
  account: MerchantAccount,
  { id, sealed }: Profile,
): Promise<ProfileSecrets> =>
  sealed ? secrets.open(account, placeOf.profile(id), sealed, ProfileSecrets) : {};

/** Opens the secrets in effect for a profile; for a deleted profile, the merchant account's. */
export async function openProfileSecrets(
  secrets: Pick<MerchantSecrets, 'open'>,
  account: MerchantAccount,
  profile: Profile | undefined,
): Promise<EffectiveSecrets> {
  const [merchants, own] = await Promise.all([
    openAccountSecrets(secrets, account),
    profile ? openOwnSecrets(secrets, account, profile) : {},
  ]);
  return effectiveSecrets(profile, own, merchants);
}

/**
 * The webhook password belongs to the webhook details that it was stated with, so it is taken from
 * the same place.
 */
export function effectiveSecrets(
  profile: Profile | undefined,
  { webhook_password: ownPassword, ...own }: ProfileSecrets,
  merchants: AccountSecrets,
): EffectiveSecrets {
  const password = profile?.settings.webhook_details ? ownPassword : merchants.webhook_password;
  return {
    ...own,
    // The older keys belong to the key that replaced them.
    ...(own.payment_response_hash_key === undefined && {
      older_hash_keys: merchants.older_hash_keys,
    }),
    payment_response_hash_key: own.payment_response_hash_key ?? merchants.payment_response_hash_key,
    ...(password && { webhook_password: password }),
  };
}
