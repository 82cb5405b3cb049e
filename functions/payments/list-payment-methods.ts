import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { isSwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { customerStore } from '#switch/customers/customer-store.ts';
import { availableForPayment } from '#switch/payment-methods/available/available-methods.ts';
import { clientList } from '#switch/payment-methods/available/client-list.ts';
import { listForPayment } from '#switch/payment-methods/available/client-list-operations.ts';
import {
  type ListAvailableServices,
  listAvailableMethods,
} from '#switch/payment-methods/available/list-available.ts';
import { intentData } from '#switch/payment-methods/available/merchant-list.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { checkClientSecret, type Payment } from '#switch/payments/payment.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';

interface Services extends ListAvailableServices {
  readonly payments: Pick<PaymentStore, 'get'>;
}

/** Lists the payment methods with which a payment can be made, and those that its customer saved. */
export const listMethodsOfPayment = implement(listForPayment, {
  load: ({ merchantId, params }, { configurations, payments }: Services) =>
    withCurrent(payments.get(merchantId, params.payment_id), configurations.current(merchantId)),

  async run({ caller, now }, services, [payment, configuration]) {
    checkClientSecret(payment, caller.clientSecret, now);
    const list = availableForPayment(payment, configuration);
    const saved = await savedMethods(payment, configuration, services, now);
    return clientList(list, intentData(payment, list.merchant_name), saved);
  },
});

/** The saved methods of a payment's customer. A customer who was deleted has none. */
async function savedMethods(
  { merchantId, profileId, customer: named, requestFields }: Payment,
  configuration: Configuration,
  services: Services,
  now: Date,
) {
  if (named?.id === undefined) return [];
  const [customer, methods] = await Promise.all([
    services.customers.get(merchantId, named.id).catch(absent),
    services.paymentMethods.list(merchantId, named.id),
  ]);
  if (!customer || customer.redactedAt !== undefined) return [];
  const isForOffSession = requestFields.setup_future_usage === 'off_session';
  return listAvailableMethods(
    [[customer, methods], configuration],
    { profileId, isForOffSession, isForCustomer: true, now },
    services,
  );
}

function absent(error: unknown): undefined {
  if (!isSwitchError(error, 'customer_not_found')) throw error;
}

export const handler = lambda(listMethodsOfPayment, () => ({
  configurations: configurationStore(liveTable()),
  customers: customerStore(liveTable()),
  payments: paymentStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
}));
