import * as v from 'valibot';
import { openAccountSecrets } from '../accounts/account-secrets.ts';
import { placeOf } from '../accounts/configuration-store.ts';
import type { AccountSecrets, MerchantAccount, Profile } from '../accounts/merchant-account.ts';
import { NetworkTokenizationCredentials } from '../accounts/network-tokenization-credentials.ts';
import type { MerchantSecrets } from '../secrets/merchant-secrets.ts';

/** The part of a profile that is kept sealed: what it stated itself, and no more. */
export const ProfileSecrets = v.object({
  payment_response_hash_key: v.optional(v.string()),
  webhook_password: v.optional(v.string()),
  network_tokenization_credentials: v.optional(NetworkTokenizationCredentials),
  /** Often an authorization, so all of them are secret. */
  outgoing_webhook_custom_http_headers: v.optional(v.record(v.string(), v.string())),
});
export type ProfileSecrets = v.InferOutput<typeof ProfileSecrets>;

/** The secrets that hold for a profile: its own, and its merchant account's where it has none. */
export type EffectiveSecrets = ProfileSecrets & Pick<AccountSecrets, 'payment_response_hash_key'>;

/** A profile's own secrets in clear, for as long as one request needs them. */
export const openOwnSecrets = async (
  secrets: Pick<MerchantSecrets, 'open'>,
  account: MerchantAccount,
  { id, sealed }: Profile,
): Promise<ProfileSecrets> =>
  sealed ? secrets.open(account, placeOf.profile(id), sealed, ProfileSecrets) : {};

/** The secrets that hold for a profile in clear; for one that is gone, the merchant account's. */
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

/** A password belongs to the webhook details that it was given with, and to no others. */
export function effectiveSecrets(
  profile: Profile | undefined,
  { webhook_password: ownPassword, ...own }: ProfileSecrets,
  merchants: AccountSecrets,
): EffectiveSecrets {
  const password = profile?.settings.webhook_details ? ownPassword : merchants.webhook_password;
  return {
    ...own,
    payment_response_hash_key: own.payment_response_hash_key ?? merchants.payment_response_hash_key,
    ...(password && { webhook_password: password }),
  };
}
