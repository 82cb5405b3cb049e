import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement, type Request } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { customerStore } from '#switch/customers/customer-store.ts';
import {
  type ListAvailableServices,
  listAvailableMethods,
  loadCustomerWithMethods,
} from '#switch/payment-methods/available/list-available.ts';
import { listPaymentMethodsForCustomer } from '#switch/payment-methods/operations.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { findPaymentByClientSecret } from '#switch/payments/client-secret.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';

interface Services extends ListAvailableServices {
  readonly payments: PaymentStore;
}

/**
 * Lists the saved payment methods of the customer of a payment or of an ephemeral key. The list is
 * empty without a payment, and for a payment that names no customer.
 */
export const listForCustomer = implement(
  listPaymentMethodsForCustomer,
  async ({ caller, query, now }, services: Services) => {
    const customer = await customerOf(caller, services, now);
    if (!customer) return { customer_payment_methods: [], is_guest_customer: true };

    const { profileId, isForOffSession } = customer;
    const saved = await loadCustomerWithMethods(customer.merchantId, customer.customerId, services);
    const limits = { limit: query.limit, isForCustomer: true };
    const options = { profileId, isForOffSession, ...limits, now };
    return {
      customer_payment_methods: await listAvailableMethods(saved, options, services),
      is_guest_customer: false,
    };
  },
);

type ListCaller = Request<typeof listPaymentMethodsForCustomer>['caller'];

interface ListedFor {
  readonly merchantId: string;
  readonly customerId: string;
  readonly profileId?: string | undefined;
  readonly isForOffSession?: boolean;
}

async function customerOf(
  caller: ListCaller,
  services: Services,
  now: Date,
): Promise<ListedFor | undefined> {
  if (caller.kind === 'customer') return caller;
  if (caller.kind !== 'client') return undefined;
  const { merchantId, profileId, customer, requestFields } = await findPaymentByClientSecret(
    caller,
    services,
    now,
  );
  const isForOffSession = requestFields.setup_future_usage === 'off_session';
  return customer?.id === undefined
    ? undefined
    : { merchantId, profileId, isForOffSession, customerId: customer.id };
}

export const handler = lambda(listForCustomer, () => ({
  configurations: configurationStore(liveTable()),
  customers: customerStore(liveTable()),
  payments: paymentStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
}));
