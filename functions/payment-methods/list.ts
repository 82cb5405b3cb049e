import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { customerStore } from '../../shared/customers/customer-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type ListAvailableServices,
  listAvailableMethods,
  loadCustomerWithMethods,
} from '../../shared/payment-methods/available/list-available.ts';
import { listPaymentMethods } from '../../shared/payment-methods/operations.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import { liveTable } from '../../shared/table/table.ts';

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
