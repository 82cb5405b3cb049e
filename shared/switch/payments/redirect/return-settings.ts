import * as v from 'valibot';
import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { Payment } from '../payment.ts';

const flag = v.nullish(v.boolean());
const Settings = v.object({
  return_url: v.nullish(v.string()),
  enable_payment_response_hash: flag,
  redirect_to_merchant_with_http_post: flag,
  is_iframe_redirection_enabled: flag,
});

/** How a customer comes back, as the payment states it, else its profile, else the account. */
export function returnSettings(
  { account, profiles }: Pick<Configuration, 'account' | 'profiles'>,
  { profileId, requestFields }: Pick<Payment, 'profileId' | 'requestFields'>,
) {
  const profile = profiles.find(({ id }) => id === profileId);
  const [own, shop, merchant] = [requestFields, profile?.settings ?? {}, account.settings].map(
    (one) => v.parse(Settings, one),
  );
  return {
    profile,
    returnUrl: own?.return_url ?? shop?.return_url ?? merchant?.return_url ?? undefined,
    isSigned: shop?.enable_payment_response_hash ?? merchant?.enable_payment_response_hash ?? false,
    byPost:
      shop?.redirect_to_merchant_with_http_post ??
      merchant?.redirect_to_merchant_with_http_post ??
      false,
    inFrame: own?.is_iframe_redirection_enabled ?? shop?.is_iframe_redirection_enabled ?? false,
  };
}

/** The merchant's page of a payment, without its result; undefined where none is set. */
export const returnUrlOf = (
  payment: Payment,
  configurations: Pick<ConfigurationStore, 'find'>,
): Promise<string | undefined> =>
  configurations.find(payment.merchantId, (all) => returnSettings(all, payment).returnUrl);
