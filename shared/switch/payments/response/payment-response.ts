import * as v from 'valibot';
import { JsonObject, Timestamp } from '#platform/schema.ts';
import { Address } from '#vocabulary/address.ts';
import { AuthenticationType } from '#vocabulary/authentication-type.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { NextAction } from '#vocabulary/next-action.ts';
import {
  PaymentExperience,
  PaymentMethod,
  PaymentMethodType,
} from '#vocabulary/payment-methods.ts';
import { PaymentStatus, PostCaptureVoidStatus } from '#vocabulary/payment-statuses.ts';
import { SurchargeDetails } from '#vocabulary/surcharge-details.ts';
import { CustomerDocument } from '../../customers/document.ts';
import { PaymentMethodStatus } from '../../payment-methods/payment-method.ts';
import { MaskedPaymentMethodData } from '../payment-method-data/payment-method-data.ts';
import { BrowserInfo } from '../request/browser-info.ts';
import { InstallmentData, InstallmentOption } from '../request/installments.ts';
import { MandateData } from '../request/mandate-data.ts';
import { passedOnInResponses } from '../request/passed-on-fields.ts';
import { CaptureMethod, FutureUsage } from '../request/payment-request.ts';
import {
  AttemptInPayment,
  CaptureInPayment,
  DisputeInPayment,
  ErrorDetails,
  IncrementalAuthorization,
  RefundInPayment,
} from './nested-responses.ts';

const optionalText = v.nullable(v.string());
const optionalFlag = v.nullable(v.boolean());
const optionalTime = v.nullable(Timestamp);
/** In minor units. */
const amount = v.number();
const optionalAmount = v.nullable(amount);

const identity = {
  payment_id: v.string(),
  merchant_id: v.string(),
  processor_merchant_id: v.string(),
  initiator: v.nullable(v.picklist(['platform', 'connected'])),
  profile_id: optionalText,
  customer_id: optionalText,
  customer: v.nullable(
    v.object({
      id: optionalText,
      name: optionalText,
      email: optionalText,
      phone: optionalText,
      phone_country_code: optionalText,
      customer_document_details: v.nullable(CustomerDocument),
    }),
  ),
  connector_customer_id: optionalText,
  merchant_order_reference_id: passedOnInResponses.merchant_order_reference_id,
  reference_id: optionalText,
  fingerprint: optionalText,
};

const money = {
  status: PaymentStatus,
  amount,
  /** The amount with shipping, tax, surcharge and interest. */
  net_amount: amount,
  amount_capturable: amount,
  amount_received: optionalAmount,
  shipping_cost: optionalAmount,
  order_tax_amount: optionalAmount,
  currency: Currency,
  surcharge_details: v.nullable(SurchargeDetails),
  attempt_count: v.number(),
  state_metadata: v.nullable(
    v.object({
      total_refunded_amount: optionalAmount,
      total_disputed_amount: optionalAmount,
      post_capture_void: v.nullable(
        v.object({
          status: PostCaptureVoidStatus,
          connector_reference_id: optionalText,
          description: optionalText,
          updated_at: Timestamp,
        }),
      ),
    }),
  ),
};

const secrets = {
  client_secret: optionalText,
  sdk_authorization: optionalText,
  /** Only in the response that creates a payment for a customer. */
  ephemeral_key: v.nullable(
    v.object({
      customer_id: v.string(),
      /** Seconds since 1970. */
      created_at: v.number(),
      /** Seconds since 1970. */
      expires: v.number(),
      secret: v.string(),
    }),
  ),
};

const processing = {
  connector: optionalText,
  connector_label: optionalText,
  merchant_connector_id: optionalText,
  connector_transaction_id: optionalText,
  connector_mandate_id: optionalText,
  capture_method: v.nullable(CaptureMethod),
  capture_on: optionalTime,
  capture_before: optionalTime,
  authentication_type: v.nullable(AuthenticationType),
  setup_future_usage: v.nullable(FutureUsage),
  off_session: optionalFlag,
  payment_token: optionalText,
  payment_method: v.nullable(PaymentMethod),
  payment_method_type: v.nullable(PaymentMethodType),
  payment_experience: v.nullable(PaymentExperience),
  payment_method_id: optionalText,
  payment_method_status: v.nullable(PaymentMethodStatus),
  allowed_payment_method_types: passedOnInResponses.allowed_payment_method_types,
  card_discovery: v.nullable(v.picklist(['manual', 'saved_card', 'click_to_pay'])),
  manual_retry_allowed: optionalFlag,
  payment_channel: passedOnInResponses.payment_channel,
  network_transaction_id: optionalText,
  network_transaction_link_id: optionalText,
};

const children = {
  refunds: v.nullable(v.array(RefundInPayment)),
  disputes: v.nullable(v.array(DisputeInPayment)),
  /** Absent unless requested. */
  attempts: v.optional(v.array(AttemptInPayment)),
  /** Absent unless requested, and for payments with automatic capture. */
  captures: v.optional(v.array(CaptureInPayment)),
  incremental_authorizations: v.nullable(v.array(IncrementalAuthorization)),
};

const customerFacing = {
  mandate_id: optionalText,
  mandate_data: v.nullable(MandateData),
  description: passedOnInResponses.description,
  email: optionalText,
  name: optionalText,
  phone: optionalText,
  return_url: optionalText,
  statement_descriptor_name: passedOnInResponses.statement_descriptor_name,
  statement_descriptor_suffix: passedOnInResponses.statement_descriptor_suffix,
  billing_descriptor: passedOnInResponses.billing_descriptor,
  order_details: passedOnInResponses.order_details,
  shipping: v.nullable(Address),
  billing: v.nullable(Address),
  payment_method_data: v.nullable(MaskedPaymentMethodData),
  next_action: v.nullable(NextAction),
  payment_link: v.nullable(
    v.object({ link: v.string(), secure_link: optionalText, payment_link_id: v.string() }),
  ),
  browser_info: v.nullable(BrowserInfo),
};

const failure = {
  error_code: optionalText,
  error_message: optionalText,
  unified_code: optionalText,
  unified_message: optionalText,
  error_details: v.nullable(ErrorDetails),
  cancellation_reason: optionalText,
  issuer_error_code: optionalText,
  issuer_error_message: optionalText,
  network_details: v.nullable(v.object({ network_advice_code: optionalText })),
};

const authenticationAndRisk = {
  external_authentication_details: v.nullable(
    v.object({
      authentication_flow: v.nullable(v.picklist(['challenge', 'frictionless'])),
      electronic_commerce_indicator: optionalText,
      status: v.picklist(['started', 'pending', 'success', 'failed']),
      ds_transaction_id: optionalText,
      version: optionalText,
      error_code: optionalText,
      error_message: optionalText,
    }),
  ),
  external_3ds_authentication_attempted: optionalFlag,
  force_3ds_challenge: optionalFlag,
  force_3ds_challenge_trigger: optionalFlag,
  frm_message: v.nullable(
    v.object({
      frm_name: v.string(),
      frm_transaction_id: optionalText,
      frm_transaction_type: optionalText,
      frm_status: optionalText,
      frm_score: v.nullable(v.number()),
      frm_reason: v.nullable(v.unknown()),
      frm_error: optionalText,
    }),
  ),
  frm_metadata: passedOnInResponses.frm_metadata,
  merchant_decision: optionalText,
};

const authorization = {
  incremental_authorization_allowed: optionalFlag,
  authorization_count: v.nullable(v.number()),
  request_extended_authorization: optionalFlag,
  extended_authorization_applied: optionalFlag,
  extended_authorization_last_applied_at: optionalTime,
  enable_partial_authorization: optionalFlag,
  enable_overcapture: optionalFlag,
  is_overcapture_enabled: optionalFlag,
};

const extras = {
  metadata: passedOnInResponses.metadata,
  connector_metadata: passedOnInResponses.connector_metadata,
  connector_response_metadata: v.nullable(JsonObject),
  feature_metadata: passedOnInResponses.feature_metadata,
  split_payments: passedOnInResponses.split_payments,
  business_country: passedOnInResponses.business_country,
  business_label: passedOnInResponses.business_label,
  business_sub_label: passedOnInResponses.business_sub_label,
  is_stored_credential: passedOnInResponses.is_stored_credential,
  mit_category: passedOnInResponses.mit_category,
  tokenization: passedOnInResponses.tokenization,
  payment_method_tokenization_details: v.nullable(
    v.object({
      payment_method_id: v.string(),
      payment_method_status: v.nullable(PaymentMethodStatus),
      psp_tokenization: v.boolean(),
      network_tokenization: v.boolean(),
      network_transaction_id: optionalText,
      network_transaction_link_id: optionalText,
      is_eligible_for_mit_payment: v.boolean(),
    }),
  ),
  partner_merchant_identifier_details: passedOnInResponses.partner_merchant_identifier_details,
  installment_options: v.nullable(v.array(InstallmentOption)),
  installment_data: v.nullable(InstallmentData),
  is_iframe_redirection_enabled: passedOnInResponses.is_iframe_redirection_enabled,
  /** Only when all keys were requested. */
  whole_connector_response: optionalText,
  sender_payment_instrument_id: optionalText,
};

const times = {
  created: optionalTime,
  modified_at: optionalTime,
  /** Always the same as `modified_at`. */
  updated: optionalTime,
  expires_on: optionalTime,
};

/** A payment's response. Every field is present, `null` when it has no value. */
export const PaymentResponse = v.object({
  ...identity,
  ...money,
  ...secrets,
  ...processing,
  ...children,
  ...customerFacing,
  ...failure,
  ...authenticationAndRisk,
  ...authorization,
  ...extras,
  ...times,
  ...passedOnInResponses,
});
export type PaymentResponse = v.InferOutput<typeof PaymentResponse>;

/** The fields of a payment that may be `null`. */
export type NullableField = {
  [Field in keyof PaymentResponse]-?: null extends PaymentResponse[Field] ? Field : never;
}[keyof PaymentResponse];
