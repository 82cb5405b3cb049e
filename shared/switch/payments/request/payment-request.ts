import * as v from 'valibot';
import { PaymentLinkConfig } from '#merchants/link-settings/payment-link-config.ts';
import {
  chosenName,
  Email,
  given,
  Identifier,
  integer,
  pageUrl,
  Timestamp,
  text,
  typedDigits,
} from '#platform/schema.ts';
import { Address } from '#vocabulary/address.ts';
import { AuthenticationType } from '#vocabulary/authentication-type.ts';
import { ConnectorName } from '#vocabulary/connectors.ts';
import { Currency } from '#vocabulary/currencies.ts';
import {
  PaymentExperience,
  PaymentMethod,
  PaymentMethodType,
} from '#vocabulary/payment-methods.ts';
import { SurchargeDetails } from '#vocabulary/surcharge-details.ts';
import { CustomerDetails } from '../../customers/customer-details.ts';
import { PaymentMethodData } from '../payment-method-data/payment-method-data.ts';
import { BrowserInfo } from './browser-info.ts';
import { CtpServiceDetails, MerchantConnectorDetails, ThreeDsData } from './connector-metadata.ts';
import { InstallmentOption, InstallmentRequest } from './installments.ts';
import { CustomerAcceptance, MandateData, RecurringDetails } from './mandate-data.ts';
import { lengthOfAtMost, nameOfAtMost, passedOnInRequests } from './passed-on-fields.ts';
import { RoutingField } from './straight-through-routing.ts';

const flag = given(v.boolean());

/** In minor units. An amount above a payment's maximum is refused later, with its own error. */
const amount = given(integer(0, Number.MAX_SAFE_INTEGER));
/** A part of the total, in minor units; limited so that the sum stays a safe integer. */
const part = given(integer(0, 999_999_999));

const name = given(chosenName(255));

export const CaptureMethod = v.picklist([
  'automatic',
  'manual',
  'manual_multiple',
  'scheduled',
  'sequential_automatic',
]);
export type CaptureMethod = v.InferOutput<typeof CaptureMethod>;

export const FutureUsage = v.picklist(['on_session', 'off_session']);
export type FutureUsage = v.InferOutput<typeof FutureUsage>;

/** Where the customer goes after paying. */
const ReturnUrl = v.pipe(pageUrl(32_768), v.metadata({ maxLength: 2_048 }));

const money = {
  amount,
  currency: given(Currency),
  amount_to_capture: amount,
  order_tax_amount: part,
  shipping_cost: part,
  surcharge_details: given(SurchargeDetails),
  capture_method: given(CaptureMethod),
  authentication_type: given(AuthenticationType),
  request_incremental_authorization: flag,
  request_extended_authorization: flag,
  enable_partial_authorization: flag,
  enable_overcapture: flag,
  capture_on: given(Timestamp),
  discount_amount: amount,
  duty_amount: amount,
  shipping_amount_tax: amount,
  tax_status: given(v.picklist(['taxable', 'exempt'])),
  order_date: given(Timestamp),
  skip_external_tax_calculation: flag,
  installment_options: given(v.array(InstallmentOption)),
  installment_data: given(InstallmentRequest),
};

const flow = {
  payment_id: given(Identifier),
  merchant_id: given(Identifier),
  profile_id: given(Identifier),
  confirm: flag,
  client_secret: given(text(255)),
  routing: given(RoutingField),
  connector: given(v.array(ConnectorName)),
  merchant_connector_details: given(MerchantConnectorDetails),
  payment_type: given(
    v.picklist(['normal', 'new_mandate', 'setup_mandate', 'recurring_mandate', 'installment']),
  ),
  retry_action: given(v.picklist(['manual_retry', 'requeue'])),
  /** Our own: the attempt that the customer has left. Only a confirm reads it. */
  given_up_attempt_id: given(nameOfAtMost(255)),
  payment_link: flag,
  payment_link_config: given(PaymentLinkConfig),
  payment_link_config_id: name,
  /** In seconds. The allowed range is checked later, with its own error. */
  session_expiry: given(integer(0, 4_294_967_295)),
  merchant_order_reference_id: passedOnInRequests.merchant_order_reference_id,
  metadata: passedOnInRequests.metadata,
  connector_metadata: passedOnInRequests.connector_metadata,
  feature_metadata: passedOnInRequests.feature_metadata,
  frm_metadata: passedOnInRequests.frm_metadata,
  return_url: given(ReturnUrl),
  description: passedOnInRequests.description,
  statement_descriptor_name: passedOnInRequests.statement_descriptor_name,
  statement_descriptor_suffix: passedOnInRequests.statement_descriptor_suffix,
  billing_descriptor: passedOnInRequests.billing_descriptor,
  allowed_payment_method_types: passedOnInRequests.allowed_payment_method_types,
  all_keys_required: flag,
  business_country: passedOnInRequests.business_country,
  business_label: passedOnInRequests.business_label,
  business_sub_label: passedOnInRequests.business_sub_label,
  is_iframe_redirection_enabled: passedOnInRequests.is_iframe_redirection_enabled,
  payment_channel: passedOnInRequests.payment_channel,
  partner_merchant_identifier_details: passedOnInRequests.partner_merchant_identifier_details,
  profile_acquirer_id: name,
  external_surcharge_strategy: given(v.picklist(['apply', 'waive'])),
  split_payments: passedOnInRequests.split_payments,
  ctp_service_details: given(CtpServiceDetails),
  tokenization: passedOnInRequests.tokenization,
};

const customer = {
  customer: given(CustomerDetails),
  customer_id: given(Identifier),
  email: given(Email),
  name: given(text(255)),
  phone: given(text(255)),
  phone_country_code: given(lengthOfAtMost(255)),
  billing: given(Address),
  shipping: given(Address),
  order_details: passedOnInRequests.order_details,
  browser_info: given(BrowserInfo),
};

const paymentMethod = {
  payment_method: given(PaymentMethod),
  payment_method_type: given(PaymentMethodType),
  payment_method_data: given(PaymentMethodData),
  payment_token: given(text(255)),
  card_cvc: given(typedDigits(16)),
  payment_experience: given(PaymentExperience),
  setup_future_usage: given(FutureUsage),
  off_session: flag,
  mandate_data: given(MandateData),
  customer_acceptance: given(CustomerAcceptance),
  mandate_id: given(nameOfAtMost(64)),
  recurring_details: given(RecurringDetails),
  is_stored_credential: passedOnInRequests.is_stored_credential,
  mit_category: passedOnInRequests.mit_category,
  request_external_three_ds_authentication: flag,
  three_ds_data: given(ThreeDsData),
  force_3ds_challenge: flag,
  psd2_sca_exemption_type: given(v.picklist(['low_value', 'transaction_risk_analysis'])),
  threeds_method_comp_ind: given(v.picklist(['Y', 'N', 'U'])),
};

/**
 * A merchant's payment request, the same for create, update and confirm. Absent and `null` mean the
 * same. It may contain a card number, so it lives in memory only: `secretFields` lists the fields
 * that are never stored as they came.
 */
export const PaymentRequest = v.strictObject({
  ...money,
  ...flow,
  ...customer,
  ...paymentMethod,
  ...passedOnInRequests,
});
export type PaymentRequest = v.InferOutput<typeof PaymentRequest>;

/**
 * The same fields: `amount`, `currency`, `payment_id` and `profile_id` are accepted and ignored.
 */
export const ConfirmPaymentRequest = PaymentRequest;
export type ConfirmPaymentRequest = PaymentRequest;

/** Fields that may contain card data, credentials or one-time codes. */
export const secretFields = [
  'payment_method_data',
  'card_cvc',
  'recurring_details',
  'three_ds_data',
  'ctp_service_details',
  'merchant_connector_details',
  'client_secret',
] as const satisfies readonly (keyof PaymentRequest)[];
