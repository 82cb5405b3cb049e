import * as v from 'valibot';
import { connectorSupport } from '#connectors/abouts.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type { Payment } from '../payments/payment.ts';

/**
 * Whether the processor of a payment refunds its payment method. With an unknown method the
 * processor is asked.
 */
export function supportsRefunds({
  attempt,
  requestFields,
}: Pick<Payment, 'attempt' | 'requestFields'>): boolean {
  const { payment_method: method, payment_method_type: type } = requestFields;
  if (!v.is(PaymentMethod, method)) return true;
  const asked = v.is(PaymentMethodType, type) ? { method, type } : { method };
  return connectorSupport(attempt.connectorName ?? '', asked).ability?.refunds ?? true;
}
