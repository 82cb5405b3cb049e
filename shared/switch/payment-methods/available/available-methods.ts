import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { withCurrent } from '#merchants/accounts/with-current.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveTable } from '#platform/table/table.ts';
import { findPaymentByClientSecret } from '../../payments/client-secret.ts';
import type { Payment } from '../../payments/payment.ts';
import { type PaymentStore, paymentStore } from '../../payments/payment-store.ts';
import { merchantList } from './merchant-list.ts';

export interface AvailableMethodsServices {
  readonly configurations: Pick<ConfigurationStore, 'current'>;
  readonly payments: Pick<PaymentStore, 'get'>;
}

/** The services with which functions list payment methods. */
export const liveAvailableMethodsServices = (): AvailableMethodsServices => ({
  configurations: configurationStore(liveTable()),
  payments: paymentStore(liveTable()),
});

type AvailableMethodsCaller =
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
  { caller, now }: { readonly caller: AvailableMethodsCaller; readonly now: Date },
  services: AvailableMethodsServices,
) {
  if (caller.kind === 'merchant') {
    return availableOn(await services.configurations.current(caller.merchantId), caller);
  }
  if (/^pm_[A-Za-z0-9]+_secret_/.test(caller.clientSecret)) throw withoutProfile();
  const [payment, configuration] = await withCurrent(
    findPaymentByClientSecret(caller, services, now),
    services.configurations.current(caller.merchantId),
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
  return merchantList(configuration, listedProfile(configuration, profileId), payment);
}

/** Throws `payment_method_list_profile_not_found`. */
export function listedProfile({ profiles }: Configuration, profileId: string | undefined): Profile {
  const profile = profiles.find(({ id }) => id === profileId);
  if (!profile) throw withoutProfile();
  return profile;
}

const withoutProfile = () => new SwitchError('payment_method_list_profile_not_found');
