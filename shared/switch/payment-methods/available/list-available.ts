import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { withCurrent } from '#merchants/accounts/with-current.ts';
import { SwitchError } from '#platform/errors.ts';
import type { Customer } from '../../customers/customer.ts';
import type { CustomerStore } from '../../customers/customer-store.ts';
import {
  hasStoredConsent,
  isConnectorAgnostic,
} from '../../payments/payment-source/charge-without-customer.ts';
import type { PaymentMethod } from '../payment-method.ts';
import { maxListed, type PaymentMethodStore } from '../payment-method-store.ts';
import { presentToCustomer } from '../present-payment-method.ts';

export interface ListAvailableServices {
  readonly configurations: Pick<ConfigurationStore, 'current'>;
  readonly customers: CustomerStore;
  readonly paymentMethods: PaymentMethodStore;
}

/** How long a payment token is valid unless the profile states it, in seconds. */
const defaultTokenSeconds = 900;

/** A customer with its saved payment methods, and its merchant's settings as they are. */
export type CustomerWithMethods = readonly [
  readonly [Customer, readonly PaymentMethod[]],
  Configuration,
];

/** Reads all in parallel. Throws `customer_not_found`. */
export const loadCustomerWithMethods = (
  merchantId: string,
  customerId: string,
  { configurations, customers, paymentMethods }: ListAvailableServices,
): Promise<CustomerWithMethods> =>
  withCurrent(
    Promise.all([
      customers.get(merchantId, customerId),
      paymentMethods.list(merchantId, customerId),
    ]),
    configurations.current(merchantId),
  );

/**
 * A customer's saved payment methods, each with a payment token that is new on every call.
 *
 * @throws SwitchError `customer_redacted`
 */
export async function listAvailableMethods(
  [[customer, all], configuration]: CustomerWithMethods,
  options: {
    readonly profileId?: string | undefined;
    /**
     * Whether the payment that is listed for asks for charges without the customer. A method with a
     * credential for them needs its code no more.
     */
    readonly isForOffSession?: boolean | undefined;
    /** Whether the customer chooses from it. Only a processor can charge a masked card. */
    readonly isForCustomer?: boolean | undefined;
    readonly limit?: number | null | undefined;
    readonly now: Date;
  },
  { paymentMethods }: ListAvailableServices,
) {
  if (customer.redactedAt !== undefined) throw new SwitchError('customer_redacted');
  const { merchantId, defaultPaymentMethodId } = customer;
  const { profileId, isForOffSession, isForCustomer, limit, now } = options;
  const payable = isForCustomer
    ? all.filter(({ card, bankAccount }) => card?.token !== undefined || bankAccount)
    : all;
  const available = payable.slice(0, limit ?? maxListed);
  const until = new Date(now.getTime() + tokenSeconds(configuration, profileId) * 1_000);
  const tokens = await paymentMethods.issueTokens(merchantId, available, until);
  return available.map((paymentMethod, place) =>
    presentToCustomer(paymentMethod, {
      token: tokens[place] ?? '',
      isDefault: paymentMethod.id === defaultPaymentMethodId,
      requiresCvv:
        paymentMethod.bankAccount === undefined &&
        !(
          isForOffSession &&
          profileId !== undefined &&
          hasStoredConsent(paymentMethod, isConnectorAgnostic(configuration, profileId))
        ),
    }),
  );
}

function tokenSeconds({ account, profiles }: Configuration, profileId?: string): number {
  const wanted = profileId ?? account.defaultProfileId;
  const seconds = profiles.find(({ id }) => id === wanted)?.settings.intent_fulfillment_time;
  return typeof seconds === 'number' ? seconds : defaultTokenSeconds;
}
