import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { customerStore } from '../../shared/customers/customer-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  loadWallet,
  type OfferServices,
  offeredPaymentMethods,
} from '../../shared/payment-methods/offered-payment-methods.ts';
import { listPaymentMethods } from '../../shared/payment-methods/operations.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import { liveTable } from '../../shared/table/table.ts';

/** Shows a merchant what a customer can pay with, and gives it tokens to pay with it. */
export const list = implement(listPaymentMethods, {
  load: ({ merchantId, params }, services: OfferServices) =>
    loadWallet(merchantId, params.customer_id, services),

  async run({ caller, query, now }, services: OfferServices, wallet) {
    const options = { profileId: caller.profileId, limit: query.limit, now };
    return {
      customer_payment_methods: await offeredPaymentMethods(wallet, options, services),
      is_guest_customer: null,
    };
  },
});

export const handler = lambda(list, () => ({
  configurations: configurationStore(liveTable()),
  customers: customerStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
}));
