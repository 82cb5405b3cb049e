import type { ConfigurationStore } from '../accounts/configuration-store.ts';
import { SwitchError } from '../errors.ts';
import { paymentOfSecret } from '../payments/client-secret.ts';
import type { Payment } from '../payments/payment.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import { merchantList } from './merchant-list.ts';

export interface MerchantListServices {
  readonly configurations: ConfigurationStore;
  readonly payments: Pick<PaymentStore, 'get'>;
}

type Asking =
  | { readonly kind: 'merchant'; readonly merchantId: string; readonly profileId?: string }
  | { readonly kind: 'client'; readonly merchantId: string; readonly clientSecret: string };

/**
 * What a profile can be paid with: the one of the payment whose secret a browser shows, or the one
 * that a merchant acts for.
 *
 * @throws SwitchError `payment_not_found`, `client_secret_mismatch`, `client_secret_expired`,
 * `payment_method_list_profile_not_found`
 */
export async function listOfMerchant(asking: Asking, services: MerchantListServices, now: Date) {
  if (asking.kind === 'merchant') return ofProfile(asking, services);
  if (/^pm_[A-Za-z0-9]+_secret_/.test(asking.clientSecret)) throw withoutProfile();
  return ofPayment(await paymentOfSecret(asking, services, now), services);
}

/** What a payment can be paid with. */
export const ofPayment = (payment: Payment, services: MerchantListServices) =>
  ofProfile(payment, services, payment);

async function ofProfile(
  { merchantId, profileId }: { readonly merchantId: string; readonly profileId?: string },
  { configurations }: MerchantListServices,
  payment?: Payment,
) {
  return configurations.decide(merchantId, (configuration) => {
    const wanted = profileId ?? configuration.account.defaultProfileId;
    const profile = configuration.profiles.find(({ id }) => id === wanted);
    if (!profile) throw withoutProfile();
    return merchantList(configuration, profile, payment);
  });
}

const withoutProfile = () => new SwitchError('payment_method_list_profile_not_found');
