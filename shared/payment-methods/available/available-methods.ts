import type { ConfigurationStore } from '../../accounts/configuration-store.ts';
import { SwitchError } from '../../errors.ts';
import { findPaymentByClientSecret } from '../../payments/client-secret.ts';
import type { Payment } from '../../payments/payment.ts';
import type { PaymentStore } from '../../payments/payment-store.ts';
import { merchantList } from './merchant-list.ts';

export interface AvailableMethodsServices {
  readonly configurations: ConfigurationStore;
  readonly payments: Pick<PaymentStore, 'get'>;
}

type AvailableMethodsRequest =
  | { readonly kind: 'merchant'; readonly merchantId: string; readonly profileId?: string }
  | { readonly kind: 'client'; readonly merchantId: string; readonly clientSecret: string };

/**
 * Lists the payment methods of a profile. For a client it is the profile of the payment whose
 * secret the client shows; for a merchant, the profile that the merchant acts for.
 *
 * @throws SwitchError `payment_not_found`, `client_secret_mismatch`, `client_secret_expired`,
 * `payment_method_list_profile_not_found`
 */
export async function loadAvailableMethods(
  request: AvailableMethodsRequest,
  services: AvailableMethodsServices,
  now: Date,
) {
  if (request.kind === 'merchant') return availableForProfile(request, services);
  if (/^pm_[A-Za-z0-9]+_secret_/.test(request.clientSecret)) throw withoutProfile();
  return availableForPayment(await findPaymentByClientSecret(request, services, now), services);
}

/** Lists the payment methods with which a payment can be made. */
export const availableForPayment = (payment: Payment, services: AvailableMethodsServices) =>
  availableForProfile(payment, services, payment);

async function availableForProfile(
  { merchantId, profileId }: { readonly merchantId: string; readonly profileId?: string },
  { configurations }: AvailableMethodsServices,
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
