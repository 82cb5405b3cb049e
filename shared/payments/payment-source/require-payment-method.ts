import { SwitchError } from '../../errors.ts';
import { hasVariant } from '../payment-method-data/payment-method-data.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

/**
 * Refuses a request that does not carry what it pays with and names nothing that was found; those
 * never get here. Throws `missing_param` when there is nothing to pay with at all.
 */
export function requirePaymentMethod(request: PaymentRequest): void {
  const data = request.payment_method_data;
  if (data && typeof data !== 'string' && data.card_token) {
    throw new SwitchError('missing_param', { field: 'payment_token' });
  }
  if ((data && hasVariant(data)) || request.ctp_service_details) return;
  throw new SwitchError('missing_param', { field: 'payment_method_data' });
}
