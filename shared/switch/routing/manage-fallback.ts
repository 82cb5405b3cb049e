import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { profileOf } from '#merchants/profiles/profile-of.ts';
import type { RoutableChoice } from '#merchants/routing-settings/algorithm.ts';
import type { TransactionType } from '#merchants/routing-settings/transaction-type.ts';
import { fallbackAccounts, presentFallback, reorderedAccountIds } from './fallback.ts';
import { checkScope, type RoutingServices } from './manage-algorithms.ts';

/** The current fallback list of a profile, or the merchant's own. Throws `profile_not_found`. */
export function listFallback(
  configuration: Configuration,
  transactionType: TransactionType,
  profileId?: string,
): RoutableChoice[] {
  if (profileId !== undefined) profileOf(configuration, profileId);
  return presentFallback(fallbackAccounts(configuration, transactionType, profileId));
}

/**
 * Reorders the merchant's own fallback list, which applies to profiles without one. Throws the
 * errors of `reorderedAccountIds`, and `concurrent_update`.
 */
export async function orderMerchantFallback(
  choices: RoutableChoice[],
  transactionType: TransactionType,
  now: Date,
  configuration: Configuration,
  { configurations }: RoutingServices,
): Promise<RoutableChoice[]> {
  const { account } = configuration;
  const order = reorderedAccountIds(listFallback(configuration, transactionType), choices);
  await configurations.saveAccount({
    ...account,
    fallback: { ...account.fallback, [transactionType]: [...order] },
    modifiedAt: now.toISOString(),
  });
  return choices;
}

/**
 * Reorders a profile's fallback list. Throws `profile_not_found`, the errors of
 * `reorderedAccountIds`, and `concurrent_update`.
 */
export async function orderProfileFallback(
  { profileId, wanted }: { readonly profileId: string; readonly wanted: RoutableChoice[] },
  transactionType: TransactionType,
  { caller, now }: { readonly caller: { readonly profileId?: string }; readonly now: Date },
  configuration: Configuration,
  { configurations }: RoutingServices,
) {
  checkScope(caller, profileId);
  const profile = profileOf(configuration, profileId);
  const order = reorderedAccountIds(
    listFallback(configuration, transactionType, profileId),
    wanted,
  );
  const after = {
    ...profile,
    fallback: { ...profile.fallback, [transactionType]: [...order] },
    modifiedAt: now.toISOString(),
  };
  await configurations.saveProfile(after, profile);
  return { profile_id: profileId, connectors: wanted };
}
