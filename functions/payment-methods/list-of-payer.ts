import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { customerStore } from '../../shared/customers/customer-store.ts';
import { implement, type Request } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  loadWallet,
  type OfferServices,
  offeredPaymentMethods,
} from '../../shared/payment-methods/offered-payment-methods.ts';
import { listPaymentMethodsOfPayer } from '../../shared/payment-methods/operations.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import { paymentOfSecret } from '../../shared/payments/client-secret.ts';
import { type PaymentStore, paymentStore } from '../../shared/payments/payment-store.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services extends OfferServices {
  readonly payments: PaymentStore;
}

/**
 * Shows the customer of a payment what it can be paid with, and the customer of a key what this one
 * can pay with. A payment that names no customer is a guest's, who has nothing saved; and so is a
 * request that names no payment.
 */
export const listOfPayer = implement(
  listPaymentMethodsOfPayer,
  async ({ caller, query, now }, services: Services) => {
    const payer = await payerOf(caller, services, now);
    if (!payer) return { customer_payment_methods: [], is_guest_customer: true };

    const { profileId } = payer;
    const wallet = await loadWallet(payer.merchantId, payer.customerId, services);
    const options = { profileId, limit: query.limit, now };
    return {
      customer_payment_methods: await offeredPaymentMethods(wallet, options, services),
      is_guest_customer: false,
    };
  },
);

type Calling = Request<typeof listPaymentMethodsOfPayer>['caller'];

async function payerOf(caller: Calling, services: Services, now: Date) {
  if (caller.kind === 'customer') return caller;
  if (caller.kind !== 'client') return undefined;
  const { merchantId, profileId, customer } = await paymentOfSecret(caller, services, now);
  return customer?.id === undefined
    ? undefined
    : { merchantId, profileId, customerId: customer.id };
}

export const handler = lambda(listOfPayer, () => ({
  configurations: configurationStore(liveTable()),
  customers: customerStore(liveTable()),
  payments: paymentStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
}));
