import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { customerStore } from '#switch/customers/customer-store.ts';
import {
  type ListAvailableServices,
  listAvailableMethods,
  loadCustomerWithMethods,
} from '#switch/payment-methods/available/list-available.ts';
import { listPaymentMethods } from '#switch/payment-methods/operations.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';

/** Lists a customer's payment methods for a merchant, each with a payment token. */
export const list = implement(listPaymentMethods, {
  load: ({ merchantId, params }, services: ListAvailableServices) =>
    loadCustomerWithMethods(merchantId, params.customer_id, services),

  async run({ caller, query, now }, services: ListAvailableServices, wallet) {
    const options = { profileId: caller.profileId, limit: query.limit, now };
    return {
      customer_payment_methods: await listAvailableMethods(wallet, options, services),
      is_guest_customer: null,
    };
  },
});

export const handler = lambda(list, () => ({
  configurations: configurationStore(liveTable()),
  customers: customerStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
}));
