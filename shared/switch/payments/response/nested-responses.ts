import * as v from 'valibot';
import { JsonObject, Timestamp } from '#platform/schema.ts';
import { AuthenticationType } from '#vocabulary/authentication-type.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import {
  CardNetwork,
  PaymentExperience,
  PaymentMethod,
  PaymentMethodType,
} from '#vocabulary/payment-methods.ts';
import {
  AttemptStatus,
  CaptureStatus,
  IncrementalAuthorizationStatus,
} from '#vocabulary/payment-statuses.ts';
import { passedOnInResponses as passedOnOfRefunds } from '../../refunds/passed-on-fields.ts';
import { CaptureMethod } from '../request/payment-request.ts';

/** The related records in a payment's response. */

const optionalText = v.nullable(v.string());
/** In minor units. */
const amount = v.number();

/** Why an attempt failed: our own, the issuer's and the connector's error. */
export const ErrorDetails = v.object({
  unified_details: v.nullable(
    v.object({
      category: optionalText,
      message: optionalText,
      standardised_code: optionalText,
      description: optionalText,
      user_guidance_message: optionalText,
      recommended_action: optionalText,
    }),
  ),
  issuer_details: v.nullable(
    v.object({
      code: optionalText,
      message: optionalText,
      network_details: v.nullable(
        v.object({
          name: v.nullable(CardNetwork),
          advice_code: optionalText,
          advice_message: optionalText,
        }),
      ),
    }),
  ),
  connector_details: v.nullable(
    v.object({ code: optionalText, message: optionalText, reason: optionalText }),
  ),
});
export type ErrorDetails = v.InferOutput<typeof ErrorDetails>;

/** One attempt at the payment. */
export const AttemptInPayment = v.object({
  attempt_id: v.string(),
  status: AttemptStatus,
  /** The net total of the authorization. */
  amount,
  order_tax_amount: v.nullable(amount),
  currency: v.nullable(Currency),
  connector: optionalText,
  error_message: optionalText,
  payment_method: v.nullable(PaymentMethod),
  connector_transaction_id: optionalText,
  capture_method: v.nullable(CaptureMethod),
  authentication_type: v.nullable(AuthenticationType),
  created_at: Timestamp,
  modified_at: Timestamp,
  cancellation_reason: optionalText,
  mandate_id: optionalText,
  error_code: optionalText,
  payment_token: optionalText,
  connector_metadata: v.nullable(v.unknown()),
  payment_experience: v.nullable(PaymentExperience),
  payment_method_type: v.nullable(PaymentMethodType),
  reference_id: optionalText,
  unified_code: optionalText,
  unified_message: optionalText,
  client_source: optionalText,
  client_version: optionalText,
  error_details: v.nullable(ErrorDetails),
});
export type AttemptInPayment = v.InferOutput<typeof AttemptInPayment>;

/** One of several captures of the payment. */
export const CaptureInPayment = v.object({
  capture_id: v.string(),
  status: CaptureStatus,
  amount,
  currency: v.nullable(Currency),
  connector: v.string(),
  authorized_attempt_id: v.string(),
  connector_capture_id: optionalText,
  capture_sequence: v.number(),
  error_message: optionalText,
  error_code: optionalText,
  error_reason: optionalText,
  reference_id: optionalText,
});
export type CaptureInPayment = v.InferOutput<typeof CaptureInPayment>;

export const RefundInPayment = v.object({
  refund_id: v.string(),
  payment_id: v.string(),
  amount,
  currency: v.string(),
  status: v.picklist(['succeeded', 'failed', 'pending', 'review']),
  ...passedOnOfRefunds,
  error_message: optionalText,
  error_code: optionalText,
  unified_code: optionalText,
  unified_message: optionalText,
  created_at: v.nullable(Timestamp),
  updated_at: v.nullable(Timestamp),
  connector: v.string(),
  profile_id: optionalText,
  merchant_connector_id: optionalText,
  split_refunds: v.nullable(JsonObject),
  issuer_error_code: optionalText,
  issuer_error_message: optionalText,
  raw_connector_response: optionalText,
  connector_refund_id: optionalText,
});
export type RefundInPayment = v.InferOutput<typeof RefundInPayment>;

export const DisputeInPayment = v.object({
  dispute_id: v.string(),
  /** Minor units as text. */
  amount: v.string(),
  dispute_stage: DisputeStage,
  dispute_status: DisputeStatus,
  connector_status: v.string(),
  connector_dispute_id: v.string(),
  connector_reason: optionalText,
  connector_reason_code: optionalText,
  challenge_required_by: v.nullable(Timestamp),
  connector_created_at: v.nullable(Timestamp),
  connector_updated_at: v.nullable(Timestamp),
  created_at: Timestamp,
});
export type DisputeInPayment = v.InferOutput<typeof DisputeInPayment>;

/** One incremental authorization. */
export const IncrementalAuthorization = v.object({
  authorization_id: v.string(),
  /** The new total. */
  amount,
  status: IncrementalAuthorizationStatus,
  error_code: optionalText,
  error_message: optionalText,
  previously_authorized_amount: amount,
});
export type IncrementalAuthorization = v.InferOutput<typeof IncrementalAuthorization>;
