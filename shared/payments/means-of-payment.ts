import { SwitchError } from '../errors.ts';
import { hasShape } from './payment-method-data.ts';
import type { PaymentRequest } from './request.ts';

/**
 * Refuses what points at something saved that we do not have. A request that carries its own card
 * needs none of it. Throws `token_expired`, `payment_method_not_found`, `mandate_not_found`, and
 * `missing_param` when there is nothing to pay with at all.
 */
export function checkMeansOfPayment(request: PaymentRequest): void {
  const { recurring_details: recurring } = request;
  if (request.mandate_id || recurring?.type === 'mandate_id') {
    throw new SwitchError('mandate_not_found');
  }
  if (recurring?.type === 'payment_method_id') throw new SwitchError('payment_method_not_found');
  const data = request.payment_method_data;
  if (data && hasShape(data)) return;
  if (request.payment_token) throw new SwitchError('token_expired');
  throw new SwitchError('missing_param', { field: 'payment_method_data' });
}
