import { SwitchError } from '../errors.ts';
import { hasShape } from './payment-method-data.ts';
import type { PaymentRequest } from './request.ts';

/**
 * Refuses a request that does not carry what it pays with and names nothing that was found; those
 * whose card is stored never get here. Throws `mandate_not_found`, and `missing_param` when there is
 * nothing to pay with at all.
 */
export function checkMeansOfPayment(request: PaymentRequest): void {
  const { recurring_details: recurring } = request;
  if (request.mandate_id || recurring?.type === 'mandate_id') {
    throw new SwitchError('mandate_not_found');
  }
  const data = request.payment_method_data;
  if (data && typeof data !== 'string' && data.card_token) {
    throw new SwitchError('missing_param', { field: 'payment_token' });
  }
  if (data && hasShape(data)) return;
  throw new SwitchError('missing_param', { field: 'payment_method_data' });
}
