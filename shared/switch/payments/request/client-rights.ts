import type { ChangeRule } from '../../callers/access-rules.ts';
import type { MandateData } from './mandate-data.ts';
import { passedOnChangeRules } from './passed-on-fields.ts';
import type { PaymentRequest } from './payment-request.ts';

/** Of a payment, by each field of a confirm. */
export const clientChangeRules = {
  ...passedOnChangeRules,
  amount: 'of no effect',
  currency: 'of no effect',
  amount_to_capture: 'not less',
  order_tax_amount: 'not less',
  shipping_cost: 'not less',
  surcharge_details: 'not less',
  capture_method: "merchant's",
  authentication_type: 'where open, or stricter',
  request_incremental_authorization: "merchant's",
  request_extended_authorization: "merchant's",
  enable_partial_authorization: "merchant's",
  enable_overcapture: "merchant's",
  capture_on: "merchant's",
  discount_amount: "merchant's",
  duty_amount: "merchant's",
  shipping_amount_tax: "merchant's",
  tax_status: "merchant's",
  order_date: "merchant's",
  skip_external_tax_calculation: "merchant's",
  installment_options: "merchant's",
  installment_data: "payer's own",

  payment_id: 'of no effect',
  merchant_id: 'of no effect',
  profile_id: 'of no effect',
  confirm: 'of no effect',
  client_secret: 'of no effect',
  all_keys_required: 'of no effect',
  retry_action: 'of no effect',
  given_up_attempt_id: 'of no effect',
  routing: "merchant's",
  connector: 'by its own rule',
  merchant_connector_details: "merchant's",
  payment_type: 'by its own rule',
  payment_link: "merchant's",
  payment_link_config: "merchant's",
  payment_link_config_id: "merchant's",
  session_expiry: "merchant's",
  return_url: 'by its own rule',
  // A customer recognises the shop by the text on the statement.
  profile_acquirer_id: "merchant's",
  external_surcharge_strategy: "merchant's",
  ctp_service_details: "payer's own",

  customer: 'where open, by member',
  customer_id: "merchant's",
  email: 'where open, or of the method',
  name: 'where open, or of the method',
  phone: 'where open, or of the method',
  phone_country_code: 'where open, or of the method',
  billing: 'where open, or of the method',
  shipping: 'where open, by member',
  browser_info: "payer's own",

  payment_method: "payer's own",
  payment_method_type: "payer's own",
  payment_method_data: "payer's own",
  payment_token: "payer's own",
  card_cvc: "payer's own",
  payment_experience: "payer's own",
  setup_future_usage: 'where open',
  off_session: "merchant's",
  mandate_data: 'where open, by member',
  customer_acceptance: "payer's own",
  mandate_id: 'where open',
  recurring_details: 'by its own rule',
  request_external_three_ds_authentication: 'where open',
  // Customers cannot vouch for their own authentication.
  three_ds_data: "merchant's",
  force_3ds_challenge: "merchant's",
  psd2_sca_exemption_type: "merchant's",
  threeds_method_comp_ind: "payer's own",
} as const satisfies Record<keyof PaymentRequest, ChangeRule>;

/**
 * Fields of a mandate that a payment sets up. The merchant states its terms; the customer accepts
 * them.
 */
export const mandateChangeRules = {
  update_mandate_id: "merchant's",
  customer_acceptance: "payer's own",
  mandate_type: 'where open',
} as const satisfies Record<keyof MandateData, ChangeRule>;

/**
 * The meaning of a field that the merchant does not state; a client may state it as well. Only
 * values that no setting of a profile can change.
 */
export const defaultValues = {
  capture_method: 'automatic',
  off_session: false,
} as const satisfies Partial<PaymentRequest>;
