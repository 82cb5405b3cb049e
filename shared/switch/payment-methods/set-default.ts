import { SwitchError } from '#platform/errors.ts';
import type { EarlyRequest } from '#platform/http/implement.ts';
import type { Customer } from '../customers/customer.ts';
import type { CustomerStore } from '../customers/customer-store.ts';
import type { setDefaultPaymentMethod } from './operations.ts';
import type { PaymentMethod } from './payment-method.ts';
import type { PaymentMethodStore } from './payment-method-store.ts';

export interface SetDefaultServices {
  readonly customers: CustomerStore;
  readonly paymentMethods: PaymentMethodStore;
}

/** Throws `payment_method_not_found`, `customer_not_found`. */
export async function loadForDefault(
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
export async function setDefault(
  now: Date,
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
