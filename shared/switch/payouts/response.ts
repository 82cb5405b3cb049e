import * as v from 'valibot';
import { Timestamp } from '#platform/schema.ts';
import { Address } from '#vocabulary/address.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { CustomerDocument } from '../customers/document.ts';
import { ShownDestination } from './masked-destination.ts';
import { passedOnInResponses } from './passed-on-fields.ts';
import { PayoutType } from './payout-method-variants.ts';
import { PayoutStatus } from './payout-status.ts';
import { PayoutEntityType } from './request.ts';

const optionalText = v.nullable(v.string());

/** One attempt at a payout. */
export const AttemptInPayout = v.object({
  attempt_id: v.string(),
  status: PayoutStatus,
  /** In minor units. */
  amount: v.number(),
  currency: v.nullable(Currency),
  connector: optionalText,
  error_code: optionalText,
  error_message: optionalText,
  payment_method: v.nullable(PayoutType),
  payout_method_type: v.nullable(PaymentMethodType),
  connector_transaction_id: optionalText,
  cancellation_reason: optionalText,
  unified_code: optionalText,
  unified_message: optionalText,
});
export type AttemptInPayout = v.InferOutput<typeof AttemptInPayout>;

/** In the order in which responses show them. */
const shownFields = {
  payout_id: v.string(),
  merchant_id: v.string(),
  merchant_order_reference_id: passedOnInResponses.merchant_order_reference_id,
  /** In minor units. */
  amount: v.number(),
  currency: Currency,
  connector: optionalText,
  payout_type: v.nullable(PayoutType),
  payout_method_data: v.nullable(ShownDestination),
  source_bank_data: v.nullable(ShownDestination),
  billing: v.nullable(Address),
  auto_fulfill: v.boolean(),
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
  client_secret: v.string(),
  return_url: passedOnInResponses.return_url,
  business_country: passedOnInResponses.business_country,
  business_label: passedOnInResponses.business_label,
  description: passedOnInResponses.description,
  entity_type: PayoutEntityType,
  recurring: v.boolean(),
  metadata: passedOnInResponses.metadata,
  merchant_connector_id: optionalText,
  status: PayoutStatus,
  error_message: optionalText,
  error_code: optionalText,
  profile_id: v.string(),
  created: Timestamp,
  connector_transaction_id: optionalText,
  priority: passedOnInResponses.priority,
  attempts: v.nullable(v.array(AttemptInPayout)),
  payout_link: v.nullable(v.object({ payout_link_id: v.string(), link: v.string() })),
  email: optionalText,
  name: optionalText,
  phone: optionalText,
  phone_country_code: optionalText,
  unified_code: optionalText,
  unified_message: optionalText,
  payout_method_id: optionalText,
};

export const PayoutResponse = v.object({ ...shownFields, ...passedOnInResponses });
export type PayoutResponse = v.InferOutput<typeof PayoutResponse>;
