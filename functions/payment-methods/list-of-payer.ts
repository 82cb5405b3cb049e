import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { customerStore } from '../../shared/customers/customer-store.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  loadWallet,
  type OfferServices,
  offeredPaymentMethods,
} from '../../shared/payment-methods/offered-payment-methods.ts';
import { listPaymentMethodsOfPayer } from '../../shared/payment-methods/operations.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import { checkClientSecret } from '../../shared/payments/payment.ts';
import { type PaymentStore, paymentStore } from '../../shared/payments/payment-store.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services extends OfferServices {
  readonly payments: PaymentStore;
}

/**
 * Shows the customer of a payment what it can be paid with. A payment that names no customer is a
 * guest's, who has nothing saved; and so is a request that names no payment.
 */
export const listOfPayer = implement(
  listPaymentMethodsOfPayer,
  async ({ caller, query, now }, services: Services) => {
    const { payments } = services;
    const guest = { customer_payment_methods: [], is_guest_customer: true };
    if (caller.kind !== 'client') return guest;

    const { merchantId, clientSecret } = caller;
    const payment = await payments.get(merchantId, paymentOf(clientSecret));
    checkClientSecret(payment, clientSecret, now);
    if (payment.customer?.id === undefined) return guest;

    const wallet = await loadWallet(merchantId, payment.customer.id, services);
    const options = { profileId: payment.profileId, limit: query.limit, now };
    return {
      customer_payment_methods: await offeredPaymentMethods(wallet, options, services),
      is_guest_customer: false,
    };
  },
);

/** The payment that a client secret is of: what stands before the last `_secret_`. */
function paymentOf(clientSecret: string): string {
  const [, paymentId] = /^([A-Za-z0-9_-]{1,64})_secret_[A-Za-z0-9]+$/.exec(clientSecret) ?? [];
  if (!paymentId) throw new SwitchError('client_secret_mismatch');
  return paymentId;
}

export const handler = lambda(listOfPayer, () => ({
  configurations: configurationStore(liveTable()),
  customers: customerStore(liveTable()),
  payments: paymentStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
}));
