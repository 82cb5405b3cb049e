import type { CustomerResponse } from '../customers/operations.ts';
import type { IntentData } from '../payment-methods/available/merchant-list-operations.ts';
import type { MandateData } from '../payments/request/mandate-data.ts';
import type { CustomerDetails, PaymentRequest } from '../payments/request/payment-request.ts';
import type { PaymentResponse } from '../payments/response/payment-response.ts';
import type { PayoutRequest } from '../payouts/request.ts';
import type { PayoutResponse } from '../payouts/response.ts';

/**
 * What a customer's device may state and read with a publishable key or an ephemeral key. The
 * customer controls the device, so these lists name what is allowed. A new field of a contract does
 * not compile before it is listed here.
 */

export type ChangeRule =
  /**
   * The customer's own fields: payment method, browser, consent. The customer may set and change
   * them.
   */
  | "payer's own"
  /**
   * The customer may fill in what the merchant left open, and may repeat what the merchant stated.
   */
  | 'where open'
  /** The same, member by member. */
  | 'where open, by member'
  /** As where open; and the customer may be stricter than the merchant: three_ds, not no_three_ds. */
  | 'where open, or stricter'
  /** The customer may repeat what the merchant stated, and may state nothing else. */
  | "merchant's"
  /** An amount that the customer may raise, and never lower. */
  | 'not less'
  /** About the call and not about the object: the switch does not store it. */
  | 'of no effect'
  /** A rule of its own, in the code that applies the rules. */
  | 'by its own rule';

/** Of a payment, by each field of a confirm. */
export const clientChangeRules = {
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
  routing: "merchant's",
  connector: "merchant's",
  merchant_connector_details: "merchant's",
  payment_type: 'by its own rule',
  payment_link: "merchant's",
  payment_link_config: "merchant's",
  payment_link_config_id: "merchant's",
  session_expiry: "merchant's",
  merchant_order_reference_id: 'where open',
  metadata: 'where open',
  // Among it are accounts at processors, to which the money would go.
  connector_metadata: "merchant's",
  feature_metadata: 'where open',
  // Fraud checks read it.
  frm_metadata: "merchant's",
  return_url: 'where open',
  description: 'where open',
  // What stands on a statement decides whether its reader knows the shop again.
  statement_descriptor_name: "merchant's",
  statement_descriptor_suffix: "merchant's",
  billing_descriptor: "merchant's",
  allowed_payment_method_types: "merchant's",
  business_country: "merchant's",
  business_label: "merchant's",
  business_sub_label: "merchant's",
  is_iframe_redirection_enabled: 'where open',
  // An order by telephone needs no proof of who pays.
  payment_channel: "merchant's",
  partner_merchant_identifier_details: "merchant's",
  profile_acquirer_id: "merchant's",
  external_surcharge_strategy: "merchant's",
  split_payments: "merchant's",
  ctp_service_details: "payer's own",
  tokenization: "merchant's",

  customer: 'where open, by member',
  customer_id: "merchant's",
  email: 'where open',
  name: 'where open',
  phone: 'where open',
  phone_country_code: 'where open',
  billing: 'where open, by member',
  shipping: 'where open, by member',
  order_details: 'where open',
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
  is_stored_credential: "merchant's",
  mit_category: "merchant's",
  request_external_three_ds_authentication: 'where open',
  // Customers cannot vouch for their own authentication.
  three_ds_data: "merchant's",
  force_3ds_challenge: "merchant's",
  psd2_sca_exemption_type: "merchant's",
  threeds_method_comp_ind: "payer's own",
} as const satisfies Record<keyof PaymentRequest, ChangeRule>;

/** Of the customer of a payment or a payout, by each member. A fact counts once, wherever it is said. */
export const customerChangeRules = {
  id: "merchant's",
  name: 'where open',
  email: 'where open',
  phone: 'where open',
  phone_country_code: 'where open',
  tax_registration_id: 'where open',
  document_details: 'where open',
} as const satisfies Record<keyof CustomerDetails, ChangeRule>;

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
 * What is meant where the merchant says nothing: it may be said as well. Only what no setting of a
 * profile can mean otherwise.
 */
export const defaultValues = {
  capture_method: 'automatic',
  off_session: false,
} as const satisfies Partial<PaymentRequest>;

/** Of a payout, by each field of a confirm. A destination that the merchant stated stays. */
export const payeeChangeRules = {
  amount: "merchant's",
  currency: "merchant's",
  merchant_order_reference_id: "merchant's",
  description: "merchant's",
  metadata: "merchant's",
  return_url: 'where open',
  business_country: "merchant's",
  business_label: "merchant's",
  profile_id: "merchant's",
  billing: 'where open, by member',
  browser_info: "payer's own",
  customer: 'where open, by member',
  customer_id: "merchant's",
  email: 'where open',
  name: 'where open',
  phone: 'where open',
  phone_country_code: 'where open',
  auto_fulfill: "merchant's",
  payout_type: 'where open',
  payout_method_data: 'by its own rule',
  payout_token: 'by its own rule',
  payout_method_id: 'by its own rule',
  recurring: "merchant's",
  entity_type: 'where open',
  priority: "merchant's",
  connector: "merchant's",
  routing: "merchant's",
  payout_link: "merchant's",
  payout_link_config: "merchant's",
  session_expiry: "merchant's",
  // Only a mask of it is kept, so a repetition is not recognized.
  source_bank_data: "merchant's",
  confirm: 'of no effect',
  client_secret: 'of no effect',
} as const satisfies Record<keyof PayoutRequest, ChangeRule>;

export type ReadRule = 'shown' | 'hidden';

/**
 * Of a payment. Hidden is what merchants note for themselves and for their fraud checks, what they
 * decided, what became of the money later, and by what names others know the payment.
 */
export const clientReadRules = {
  payment_id: 'shown',
  merchant_id: 'shown',
  processor_merchant_id: 'shown',
  initiator: 'shown',
  profile_id: 'shown',
  customer_id: 'shown',
  customer: 'shown',
  connector_customer_id: 'hidden',
  merchant_order_reference_id: 'shown',
  reference_id: 'shown',
  fingerprint: 'hidden',

  status: 'shown',
  amount: 'shown',
  net_amount: 'shown',
  amount_capturable: 'shown',
  amount_received: 'shown',
  shipping_cost: 'shown',
  order_tax_amount: 'shown',
  currency: 'shown',
  surcharge_details: 'shown',
  attempt_count: 'shown',
  state_metadata: 'hidden',

  client_secret: 'shown',
  sdk_authorization: 'shown',
  ephemeral_key: 'hidden',

  connector: 'shown',
  connector_label: 'hidden',
  merchant_connector_id: 'shown',
  connector_transaction_id: 'shown',
  connector_mandate_id: 'hidden',
  capture_method: 'shown',
  capture_on: 'shown',
  capture_before: 'hidden',
  authentication_type: 'shown',
  setup_future_usage: 'shown',
  off_session: 'shown',
  payment_token: 'shown',
  payment_method: 'shown',
  payment_method_type: 'shown',
  payment_experience: 'shown',
  payment_method_id: 'shown',
  payment_method_status: 'shown',
  allowed_payment_method_types: 'shown',
  card_discovery: 'shown',
  manual_retry_allowed: 'shown',
  payment_channel: 'shown',
  network_transaction_id: 'hidden',
  network_transaction_link_id: 'hidden',

  refunds: 'hidden',
  disputes: 'hidden',
  attempts: 'hidden',
  captures: 'hidden',
  incremental_authorizations: 'hidden',

  mandate_id: 'shown',
  mandate_data: 'shown',
  description: 'shown',
  email: 'shown',
  name: 'shown',
  phone: 'shown',
  return_url: 'shown',
  statement_descriptor_name: 'shown',
  statement_descriptor_suffix: 'shown',
  billing_descriptor: 'shown',
  order_details: 'shown',
  shipping: 'shown',
  billing: 'shown',
  payment_method_data: 'shown',
  next_action: 'shown',
  payment_link: 'shown',
  browser_info: 'shown',

  error_code: 'shown',
  error_message: 'shown',
  unified_code: 'shown',
  unified_message: 'shown',
  error_details: 'shown',
  cancellation_reason: 'hidden',
  issuer_error_code: 'shown',
  issuer_error_message: 'shown',
  network_details: 'hidden',

  external_authentication_details: 'shown',
  external_3ds_authentication_attempted: 'shown',
  force_3ds_challenge: 'shown',
  force_3ds_challenge_trigger: 'shown',
  frm_message: 'hidden',
  frm_metadata: 'hidden',
  merchant_decision: 'hidden',

  incremental_authorization_allowed: 'hidden',
  authorization_count: 'hidden',
  request_extended_authorization: 'hidden',
  extended_authorization_applied: 'hidden',
  extended_authorization_last_applied_at: 'hidden',
  enable_partial_authorization: 'hidden',
  enable_overcapture: 'hidden',
  is_overcapture_enabled: 'hidden',

  metadata: 'hidden',
  connector_metadata: 'hidden',
  connector_response_metadata: 'hidden',
  feature_metadata: 'hidden',
  split_payments: 'hidden',
  business_country: 'hidden',
  business_label: 'hidden',
  business_sub_label: 'hidden',
  is_stored_credential: 'hidden',
  mit_category: 'hidden',
  tokenization: 'hidden',
  payment_method_tokenization_details: 'hidden',
  partner_merchant_identifier_details: 'hidden',
  installment_options: 'shown',
  installment_data: 'shown',
  is_iframe_redirection_enabled: 'shown',
  whole_connector_response: 'hidden',
  sender_payment_instrument_id: 'hidden',

  created: 'shown',
  modified_at: 'shown',
  updated: 'shown',
  expires_on: 'shown',
} as const satisfies Record<keyof PaymentResponse, ReadRule>;

/** Of a payment, by the page that lists what it can be paid with. */
export const pageReadRules = {
  payment_id: 'shown',
  status: 'shown',
  amount: 'shown',
  currency: 'shown',
  client_secret: 'shown',
  description: 'shown',
  customer_id: 'shown',
  return_url: 'shown',
  setup_future_usage: 'shown',
  billing: 'shown',
  shipping: 'shown',
  metadata: 'hidden',
  order_details: 'shown',
  created: 'shown',
  expires_on: 'shown',
  profile_id: 'shown',
  merchant_order_reference_id: 'shown',
  attempt_count: 'shown',
  installment_options: 'shown',
  capture_method: 'shown',
  merchant_name: 'shown',
} as const satisfies Record<keyof IntentData, ReadRule>;

/** Of a payout: what is paid, where to, and what became of it. */
export const payeeReadRules = {
  payout_id: 'shown',
  merchant_id: 'shown',
  merchant_order_reference_id: 'shown',
  amount: 'shown',
  currency: 'shown',
  connector: 'shown',
  payout_type: 'shown',
  payout_method_data: 'shown',
  // The account of the merchant.
  source_bank_data: 'hidden',
  billing: 'shown',
  auto_fulfill: 'shown',
  customer_id: 'shown',
  customer: 'shown',
  client_secret: 'shown',
  return_url: 'shown',
  business_country: 'hidden',
  business_label: 'hidden',
  description: 'shown',
  entity_type: 'shown',
  recurring: 'shown',
  metadata: 'hidden',
  merchant_connector_id: 'shown',
  status: 'shown',
  error_message: 'shown',
  error_code: 'shown',
  profile_id: 'shown',
  created: 'shown',
  connector_transaction_id: 'shown',
  priority: 'hidden',
  attempts: 'hidden',
  payout_link: 'shown',
  email: 'shown',
  name: 'shown',
  phone: 'shown',
  phone_country_code: 'shown',
  unified_code: 'shown',
  unified_message: 'shown',
  payout_method_id: 'shown',
} as const satisfies Record<keyof PayoutResponse, ReadRule>;

/** Of a customer, by the customer's own app: not what the merchant notes of the customer. */
export const customerReadRules = {
  customer_id: 'shown',
  name: 'shown',
  email: 'shown',
  phone: 'shown',
  phone_country_code: 'shown',
  description: 'hidden',
  address: 'shown',
  created_at: 'shown',
  metadata: 'hidden',
  default_payment_method_id: 'shown',
  tax_registration_id: 'shown',
  document_details: 'shown',
} as const satisfies Record<keyof CustomerResponse, ReadRule>;

/** An answer with `null` in place of what this reader does not get; a member that may be left out is. */
export function readable<T extends object>(
  answer: T,
  rules: Readonly<Record<keyof T & string, ReadRule>>,
  mayBeLeftOut: readonly (keyof T)[] = [],
): T {
  const members = Object.entries(answer).flatMap(([name, value]) => {
    if (rules[name as keyof T & string] === 'shown') return [[name, value]];
    return mayBeLeftOut.some((one) => one === name) ? [] : [[name, null]];
  });
  return Object.fromEntries(members) as T; // The same members; those that are hidden may be null.
}
