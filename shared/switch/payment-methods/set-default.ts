import { SwitchError } from '#platform/errors.ts';
import type { EarlyRequest } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import type { Customer } from '../customers/customer.ts';
import { type CustomerStore, customerStore } from '../customers/customer-store.ts';
import type { setDefaultPaymentMethod } from './operations.ts';
import type { PaymentMethod } from './payment-method.ts';
import { type PaymentMethodStore, paymentMethodStore } from './payment-method-store.ts';

interface SetDefaultServices {
  readonly customers: CustomerStore;
  readonly paymentMethods: PaymentMethodStore;
}

/** The services with which functions set defaults. */
export const liveSetDefaultServices = (): SetDefaultServices => ({
  customers: customerStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
});

/** Throws `payment_method_not_found`, `customer_not_found`. */
async function loadForDefault(
  {
    merchantId,
    params,
  }: Pick<EarlyRequest<typeof setDefaultPaymentMethod>, 'merchantId' | 'params'>,
  { customers, paymentMethods }: SetDefaultServices,
): Promise<readonly [PaymentMethod, Customer]> {
  const customer = customers.get(merchantId, params.customer_id);
  // Without a payment method, a missing customer does not matter.
  customer.catch(() => {});
  const paymentMethod = await paymentMethods.get(merchantId, params.payment_method_id);
  return [paymentMethod, await customer];
}

/**
 * Makes a payment method its customer's default.
 *
 * @throws SwitchError `customer_redacted`, `precondition_failed`, `concurrent_update`
 */
async function setDefault(
  { now }: { readonly now: Date },
  { paymentMethods }: SetDefaultServices,
  [paymentMethod, customer]: readonly [PaymentMethod, Customer],
) {
  if (customer.redactedAt !== undefined) throw new SwitchError('customer_redacted');
  if (paymentMethod.customerId !== customer.id || paymentMethod.status !== 'active') {
    refuse('The payment_method_id is not valid');
  }
  if (customer.defaultPaymentMethodId === paymentMethod.id) {
    refuse('Payment Method is already set as default');
  }
  await paymentMethods.makeDefault(paymentMethod, now);
  return {
    default_payment_method_id: paymentMethod.id,
    customer_id: customer.id,
    payment_method: paymentMethod.method ?? null,
    payment_method_type: paymentMethod.type ?? null,
  };
}

function refuse(message: string): never {
  throw new SwitchError('precondition_failed', { message });
}

/** The implementation of a new default, the same for each of its paths. */
export const defaultSetting = { load: loadForDefault, run: setDefault };
