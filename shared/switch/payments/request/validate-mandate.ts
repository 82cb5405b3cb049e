import { SwitchError } from '#platform/errors.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import type { PaymentRequest } from './payment-request.ts';

/**
 * The operation: on a create the request must contain the facts, on a confirm the payment may have
 * them.
 */
type Phase = 'create' | 'confirm';

/**
 * Checks a request that sets up a mandate, and a request that charges a saved payment method.
 *
 * @throws SwitchError `mandate_validation_failed`, `missing_param`, `precondition_failed`,
 * or `invalid_request`
 */
export function checkMandate(request: PaymentRequest, phase: Phase): void {
  checkNewMandate(request, phase);
  checkCharge(request, phase);
}

function checkNewMandate(request: PaymentRequest, phase: Phase): void {
  const { mandate_data: mandate, setup_future_usage: usage } = request;
  if (!mandate) return;
  if (request.recurring_details) {
    throw new SwitchError('mandate_validation_failed', {
      reason: 'Expected one out of recurring_details and mandate_data but got both',
    });
  }
  if (mandate.mandate_type && mandate.update_mandate_id) {
    throw new SwitchError('invalid_request', {
      message:
        "Only one field out of 'mandate_type' and 'update_mandate_id' was expected, found both",
    });
  }
  if (phase === 'create' && !requestCustomerOf(request).id) {
    throw precondition('`customer_id` is mandatory for mandates');
  }
  // Checked before the payment exists, so that a refused merchant has nothing to clean up.
  if (usage !== 'off_session' && (usage || phase === 'create')) {
    throw precondition('`setup_future_usage` must be `off_session` for mandates');
  }
  const { customer_acceptance: acceptance, mandate_type: type } = mandate;
  if (acceptance?.acceptance_type === 'online' && !acceptance.online) {
    throw precondition(
      '`mandate_data.customer_acceptance.online` is required when ' +
        '`mandate_data.customer_acceptance.acceptance_type` is `online`',
    );
  }
  const { start_date: start, end_date: end } = type?.single_use ?? type?.multi_use ?? {};
  if (start && end && Date.parse(start) >= Date.parse(end)) {
    // The public message contains these braces and lacks a "not"; both are part of the API.
    throw precondition(
      '`mandate_data.mandate_type.{multi_use|single_use}.start_date` should be greater than  ' +
        '`mandate_data.mandate_type.{multi_use|single_use}.end_date`',
    );
  }
}

function checkCharge(request: PaymentRequest, phase: Phase): void {
  const { recurring_details: recurring, confirm, off_session: offSession } = request;
  const chargesSavedOne =
    recurring?.type === 'mandate_id' ||
    recurring?.type === 'payment_method_id' ||
    Boolean(request.mandate_id);
  if (chargesSavedOne) {
    if (phase === 'create') {
      if (!requestCustomerOf(request).id) throw missing('customer_id');
      if (typeof confirm !== 'boolean') throw missing('confirm');
    }
    if (confirm === false) throw precondition('`confirm` must be `true` for mandates');
    if (phase === 'create' && typeof offSession !== 'boolean') throw missing('off_session');
    if (offSession === false) throw precondition('`off_session` should be `true` for mandates');
  }
  if (recurring && request.payment_token) {
    throw precondition('Expected one out of recurring_details and payment_token but got both');
  }
  if (recurring && request.mandate_id) {
    throw precondition('Expected one out of recurring_details and mandate_id but got both');
  }
}

const missing = (field: string) => new SwitchError('missing_param', { field });
const precondition = (message: string) => new SwitchError('precondition_failed', { message });
