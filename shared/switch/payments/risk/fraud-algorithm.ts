import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { Payment } from '../payment.ts';

/**
 * The setting that names the fraud checker, of the profile, else of the merchant account; null or
 * undefined when the payment is not screened.
 */
export function fraudAlgorithmOf(
  { profileId }: Payment,
  { account, profiles }: Configuration,
): unknown {
  const profile = profiles.find(({ id }) => id === profileId);
  return profile?.settings.frm_routing_algorithm ?? account.settings.frm_routing_algorithm;
}
