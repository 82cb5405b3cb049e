import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { withCurrent } from '#merchants/accounts/with-current.ts';
import { SwitchError } from '#platform/errors.ts';
import { findPaymentByClientSecret } from '../../payments/client-secret.ts';
import type { Payment } from '../../payments/payment.ts';
import type { PaymentStore } from '../../payments/payment-store.ts';
import { merchantList } from './merchant-list.ts';

export interface AvailableMethodsServices {
  readonly configurations: Pick<ConfigurationStore, 'current'>;
  readonly payments: Pick<PaymentStore, 'get'>;
}

type AvailableMethodsRequest =
  | { readonly kind: 'merchant'; readonly merchantId: string; readonly profileId?: string }
  | { readonly kind: 'client'; readonly merchantId: string; readonly clientSecret: string };

/**
 * Lists the payment methods of a profile by its current settings. For a client it is the profile of
 * the payment whose secret the client shows; for a merchant, the profile that the merchant acts
 * for.
 *
 * @throws SwitchError `payment_not_found`, `client_secret_mismatch`, `client_secret_expired`,
 * `payment_method_list_profile_not_found`
 */
export async function loadAvailableMethods(
  request: AvailableMethodsRequest,
  services: AvailableMethodsServices,
  now: Date,
) {
  if (request.kind === 'merchant') {
    return availableOn(await services.configurations.current(request.merchantId), request);
  }
  if (/^pm_[A-Za-z0-9]+_secret_/.test(request.clientSecret)) throw withoutProfile();
  const [payment, configuration] = await withCurrent(
    findPaymentByClientSecret(request, services, now),
    services.configurations.current(request.merchantId),
  );
  return availableForPayment(payment, configuration);
}

/** Lists the payment methods with which a payment can be made. */
export const availableForPayment = (payment: Payment, configuration: Configuration) =>
  availableOn(configuration, payment, payment);

function availableOn(
  configuration: Configuration,
  { profileId = configuration.account.defaultProfileId }: { readonly profileId?: string },
  payment?: Payment,
) {
  const profile = configuration.profiles.find(({ id }) => id === profileId);
  if (!profile) throw withoutProfile();
  return merchantList(configuration, profile, payment);
}

const withoutProfile = () => new SwitchError('payment_method_list_profile_not_found');
