import type { Payment } from '../payment.ts';
import {
  type NullableField,
  noValues,
  type PaymentResponse,
} from '../response/payment-response.ts';
import { presentPayment } from '../response/present-payment.ts';

/** The fields that lists fill in; all others are `null`. */
const listedFields: ReadonlySet<string> = new Set([
  'profile_id',
  'state_metadata',
  'client_secret',
  'created',
  'modified_at',
  'updated',
  'description',
  'metadata',
  'order_details',
  'customer_id',
  'customer',
  'connector',
  'payment_method',
  'payment_method_type',
  'payment_method_data',
  'business_label',
  'business_country',
  'business_sub_label',
  'setup_future_usage',
  'capture_method',
  'authentication_type',
  'connector_transaction_id',
  'merchant_connector_id',
  'merchant_order_reference_id',
  'billing',
  'shipping',
  'error_message',
  'surcharge_details',
  'capture_before',
  'extended_authorization_applied',
  'extended_authorization_last_applied_at',
  'card_discovery',
  'mit_category',
  'tokenization',
  'force_3ds_challenge',
  'force_3ds_challenge_trigger',
  'issuer_error_code',
  'issuer_error_message',
  'is_iframe_redirection_enabled',
  'payment_channel',
  'enable_partial_authorization',
  'enable_overcapture',
  'is_overcapture_enabled',
  'network_details',
  'is_stored_credential',
  'request_extended_authorization',
  'billing_descriptor',
  'partner_merchant_identifier_details',
  'installment_options',
  'installment_data',
  'connector_response_metadata',
] satisfies readonly NullableField[]);

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
