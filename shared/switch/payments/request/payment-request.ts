import * as v from 'valibot';
import { PaymentLinkConfig } from '#merchants/link-settings/payment-link-config.ts';
import {
  chosenName,
  Email,
  given,
  Identifier,
  integer,
  JsonObject,
  noCardNumber,
  pageUrl,
  Timestamp,
  text,
  typedDigits,
} from '#platform/schema.ts';
import { Address } from '#vocabulary/address.ts';
import { ConnectorName } from '#vocabulary/connectors.ts';
import { Country } from '#vocabulary/countries.ts';
import { Currency } from '#vocabulary/currencies.ts';
import {
  PaymentExperience,
  PaymentMethod,
  PaymentMethodType,
} from '#vocabulary/payment-methods.ts';
import { CustomerDetails } from '../../customers/customer-details.ts';
import { PaymentMethodData } from '../payment-method-data/payment-method-data.ts';
import { BrowserInfo } from './browser-info.ts';
import {
  ConnectorMetadata,
  CtpServiceDetails,
  FeatureMetadata,
  MerchantConnectorDetails,
  PartnerMerchantIdentifierDetails,
  SplitPayments,
  ThreeDsData,
} from './connector-metadata.ts';
import { InstallmentOption, InstallmentRequest } from './installments.ts';
import { CustomerAcceptance, MandateData, RecurringDetails } from './mandate-data.ts';
import { OrderDetails } from './order-details.ts';
import { RoutingField } from './straight-through-routing.ts';

const flag = given(v.boolean());
const optionalText = given(v.string());

/** In minor units. An amount above a payment's maximum is refused later, with its own error. */
const amount = given(integer(0, Number.MAX_SAFE_INTEGER));
/** A part of the total, in minor units; limited so that the sum stays a safe integer. */
const part = given(integer(0, 999_999_999));

/** A text whose length is checked later, with its own error. */
const lengthOfAtMost = (max: number) => given(v.pipe(v.string(), v.metadata({ maxLength: max })));
/** The same for a name that the merchant chooses. */
const nameOfAtMost = (max: number) =>
  given(v.pipe(v.string(), noCardNumber, v.metadata({ maxLength: max })));
const name = given(chosenName(255));

export const CaptureMethod = v.picklist([
  'automatic',
  'manual',
  'manual_multiple',
  'scheduled',
  'sequential_automatic',
]);
export type CaptureMethod = v.InferOutput<typeof CaptureMethod>;

export const AuthenticationType = v.picklist(['three_ds', 'no_three_ds']);
export type AuthenticationType = v.InferOutput<typeof AuthenticationType>;

export const FutureUsage = v.picklist(['on_session', 'off_session']);
export type FutureUsage = v.InferOutput<typeof FutureUsage>;

export const MitCategory = v.picklist(['installment', 'unscheduled', 'recurring', 'resubmission']);
export const Tokenization = v.picklist(['skip_psp', 'tokenize_at_psp']);

/** Where the customer ordered. */
export const PaymentChannel = v.union([
  v.picklist(['ecommerce', 'mail_order', 'telephone_order', 'other']),
  v.object({ other: v.string() }),
]);

/** The surcharge that the merchant adds for this payment method, in minor units. */
export const SurchargeDetails = v.object({
  surcharge_amount: integer(0, 999_999_999),
  tax_amount: part,
});
export type SurchargeDetails = v.InferOutput<typeof SurchargeDetails>;

/** The text on the customer's statement. */
export const BillingDescriptor = v.object({
  name: optionalText,
  city: optionalText,
  phone: optionalText,
  statement_descriptor: optionalText,
  statement_descriptor_suffix: optionalText,
  reference: optionalText,
});
export type BillingDescriptor = v.InferOutput<typeof BillingDescriptor>;

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
  payment_link: flag,
  payment_link_config: given(PaymentLinkConfig),
  payment_link_config_id: name,
  /** In seconds. The allowed range is checked later, with its own error. */
  session_expiry: given(integer(0, 4_294_967_295)),
  merchant_order_reference_id: nameOfAtMost(255),
  metadata: given(JsonObject),
  connector_metadata: given(ConnectorMetadata),
  feature_metadata: given(FeatureMetadata),
  frm_metadata: given(JsonObject),
  return_url: given(ReturnUrl),
  description: given(text(8_192)),
  statement_descriptor_name: lengthOfAtMost(255),
  statement_descriptor_suffix: lengthOfAtMost(255),
  billing_descriptor: given(BillingDescriptor),
  allowed_payment_method_types: given(v.array(PaymentMethodType)),
  all_keys_required: flag,
  business_country: given(Country),
  business_label: name,
  business_sub_label: name,
  is_iframe_redirection_enabled: flag,
  payment_channel: given(PaymentChannel),
  partner_merchant_identifier_details: given(PartnerMerchantIdentifierDetails),
  profile_acquirer_id: name,
  external_surcharge_strategy: given(v.picklist(['apply', 'waive'])),
  split_payments: given(SplitPayments),
  ctp_service_details: given(CtpServiceDetails),
  tokenization: given(Tokenization),
};

const customer = {
  customer: given(CustomerDetails),
  customer_id: given(Identifier),
  email: given(Email),
  name: given(text(255)),
  phone: given(text(255)),
  phone_country_code: lengthOfAtMost(255),
  billing: given(Address),
  shipping: given(Address),
  order_details: given(v.array(OrderDetails)),
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
  mandate_id: nameOfAtMost(64),
  recurring_details: given(RecurringDetails),
  is_stored_credential: flag,
  mit_category: given(MitCategory),
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
export const PaymentRequest = v.strictObject({ ...money, ...flow, ...customer, ...paymentMethod });
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
