import * as v from 'valibot';
import { chosenName, given, JsonObject } from '#platform/schema.ts';

/**
 * Data for particular processors. The switch checks which processor is addressed, stores the rest
 * as it came, and passes it on.
 */

const optionalText = given(v.string());

export const ConnectorMetadata = v.object({
  apple_pay: given(JsonObject),
  airwallex: given(JsonObject),
  noon: given(JsonObject),
  braintree: given(JsonObject),
  adyen: given(JsonObject),
  peachpayments: given(JsonObject),
  santander: given(JsonObject),
});
export type ConnectorMetadata = v.InferOutput<typeof ConnectorMetadata>;

export const FeatureMetadata = v.object({
  redirect_response: given(v.object({ param: optionalText, json_payload: given(JsonObject) })),
  search_tags: given(v.array(v.string())),
  apple_pay_recurring_details: given(JsonObject),
  pix_additional_details: given(JsonObject),
  boleto_additional_details: given(JsonObject),
  pix_automatico_additional_details: given(JsonObject),
  finix_additional_details: given(JsonObject),
});
export type FeatureMetadata = v.InferOutput<typeof FeatureMetadata>;

/** How the money is split among several accounts. */
export const SplitPayments = v.pipe(
  v.strictObject({
    stripe_split_payment: v.optional(JsonObject),
    adyen_split_payment: v.optional(JsonObject),
    xendit_split_payment: v.optional(JsonObject),
  }),
  v.entries(1, 'data did not match any variant, expected exactly one processor'),
);
export type SplitPayments = v.InferOutput<typeof SplitPayments>;

/** Credentials for only one request. Every operation that takes them refuses them with 501. */
export const MerchantConnectorDetails = v.object({
  creds_identifier: chosenName(255),
  encoded_data: given(
    v.object({ connector_account_details: given(JsonObject), metadata: given(JsonObject) }),
  ),
});
export type MerchantConnectorDetails = v.InferOutput<typeof MerchantConnectorDetails>;

export const PartnerMerchantIdentifierDetails = v.object({
  partner_details: given(
    v.object({ name: optionalText, version: optionalText, integrator: optionalText }),
  ),
  merchant_details: given(v.object({ name: optionalText, version: optionalText })),
});
export type PartnerMerchantIdentifierDetails = v.InferOutput<
  typeof PartnerMerchantIdentifierDetails
>;

/** A card that the customer chose with Click to Pay. */
export const CtpServiceDetails = v.object({
  merchant_transaction_id: optionalText,
  correlation_id: optionalText,
  x_src_flow_id: optionalText,
  provider: given(v.picklist(['visa', 'mastercard'])),
  encrypted_payload: optionalText,
});
export type CtpServiceDetails = v.InferOutput<typeof CtpServiceDetails>;

/** The result of a 3-D Secure authentication outside the switch. */
export const ThreeDsData = v.object({
  authentication_cryptogram: given(JsonObject),
  ds_trans_id: optionalText,
  version: optionalText,
  eci: optionalText,
  transaction_status: v.picklist(['Y', 'N', 'U', 'A', 'R', 'C', 'D', 'I']),
});
export type ThreeDsData = v.InferOutput<typeof ThreeDsData>;
