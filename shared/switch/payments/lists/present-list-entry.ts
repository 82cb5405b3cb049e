import type { Payment } from '../payment.ts';
import { passedOnListRules } from '../request/passed-on-fields.ts';
import { noValues } from '../response/no-values.ts';
import type { NullableField, PaymentResponse } from '../response/payment-response.ts';
import { presentPayment } from '../response/present-payment.ts';

/** The fields beside those that the switch passes on, of which `passedOnListRules` decides. */
const otherListedFields = [
  'profile_id',
  'state_metadata',
  'client_secret',
  'created',
  'modified_at',
  'updated',
  'customer_id',
  'customer',
  'connector',
  'payment_method',
  'payment_method_type',
  'payment_method_data',
  'setup_future_usage',
  'capture_method',
  'authentication_type',
  'connector_transaction_id',
  'merchant_connector_id',
  'billing',
  'shipping',
  'error_message',
  'surcharge_details',
  'capture_before',
  'extended_authorization_applied',
  'extended_authorization_last_applied_at',
  'card_discovery',
  'force_3ds_challenge',
  'force_3ds_challenge_trigger',
  'issuer_error_code',
  'issuer_error_message',
  'enable_partial_authorization',
  'enable_overcapture',
  'is_overcapture_enabled',
  'network_details',
  'request_extended_authorization',
  'installment_options',
  'installment_data',
  'connector_response_metadata',
] as const satisfies readonly NullableField[];

/** The fields that lists fill in; all others are `null`. */
const listedFields = new Set<string>([
  ...Object.entries(passedOnListRules).flatMap(([name, rule]) => (rule === 'listed' ? name : [])),
  ...otherListedFields,
]);

const emptied: Partial<PaymentResponse> = Object.fromEntries(
  Object.keys(noValues).flatMap((name) => (listedFields.has(name) ? [] : [[name, null]])),
);

/**
 * Presents a payment in a list: all fields, with values only in those that Hyperswitch v1 fills in.
 */
export const presentListedPayment = (payment: Payment): PaymentResponse => ({
  ...presentPayment(payment),
  ...emptied,
});
