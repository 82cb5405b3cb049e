import * as v from 'valibot';
import {
  chosenName,
  given,
  Identifier,
  integer,
  JsonObject,
  Timestamp,
  text,
} from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import { CardNumber, CardWords, TypedDigits } from '../payment-method-data/card.ts';

/** How the customer consented to further charges. */
export const CustomerAcceptance = v.strictObject({
  acceptance_type: v.picklist(['online', 'offline']),
  accepted_at: given(Timestamp),
  online: given(v.strictObject({ ip_address: given(v.string()), user_agent: v.string() })),
});
export type CustomerAcceptance = v.InferOutput<typeof CustomerAcceptance>;

/**
 * A mandate's limit, in minor units, and its validity.
 *
 * @public
 */
export const MandateAmount = v.object({
  amount: integer(0, Number.MAX_SAFE_INTEGER),
  currency: Currency,
  start_date: given(Timestamp),
  end_date: given(Timestamp),
  metadata: given(JsonObject),
});

/**
 * Whether a mandate is single-use or multi-use; a multi-use mandate may have no limit.
 *
 * @public
 */
export const MandateType = v.pipe(
  v.strictObject({
    single_use: v.optional(MandateAmount),
    multi_use: v.optional(v.nullable(MandateAmount)),
  }),
  v.entries(1, 'data did not match any variant, expected single_use or multi_use'),
);

/** The mandate that this payment sets up. */
export const MandateData = v.strictObject({
  update_mandate_id: given(chosenName(64)),
  customer_acceptance: given(CustomerAcceptance),
  mandate_type: given(MandateType),
});
export type MandateData = v.InferOutput<typeof MandateData>;

/** Stored and shown in clear. */
const optionalText = given(CardWords);

/**
 * The stored credential of a charge without the customer. It may contain a card number, so it lives
 * in memory only.
 */
export const RecurringDetails = v.variant('type', [
  v.object({ type: v.literal('mandate_id'), data: chosenName(64) }),
  v.object({ type: v.literal('payment_method_id'), data: chosenName(64) }),
  v.object({
    type: v.literal('processor_payment_token'),
    data: v.object({
      processor_payment_token: text(255),
      merchant_connector_id: given(Identifier),
    }),
  }),
  v.object({
    type: v.literal('network_transaction_id_and_card_details'),
    data: v.object({
      card_number: CardNumber,
      card_exp_month: TypedDigits,
      card_exp_year: TypedDigits,
      card_holder_name: optionalText,
      card_issuer: optionalText,
      card_network: given(CardNetwork),
      card_type: optionalText,
      card_issuing_country: optionalText,
      card_issuing_country_code: optionalText,
      bank_code: optionalText,
      nick_name: optionalText,
      network_transaction_id: v.string(),
      transaction_link_id: optionalText,
    }),
  }),
  v.object({
    type: v.literal('network_transaction_id_and_network_token_details'),
    data: v.object({
      network_token: CardNumber,
      token_exp_month: v.string(),
      token_exp_year: v.string(),
      card_network: given(CardNetwork),
      card_type: optionalText,
      card_issuing_country: optionalText,
      bank_code: optionalText,
      card_holder_name: optionalText,
      card_issuer: optionalText,
      nick_name: optionalText,
      eci: optionalText,
      network_transaction_id: v.string(),
      transaction_link_id: optionalText,
    }),
  }),
  v.object({
    type: v.literal('network_transaction_id_and_decrypted_wallet_token_details'),
    data: v.object({
      decrypted_token: CardNumber,
      token_exp_month: v.string(),
      token_exp_year: v.string(),
      card_holder_name: optionalText,
      network_transaction_id: v.string(),
      transaction_link_id: optionalText,
      eci: optionalText,
      token_source: given(v.picklist(['google_pay', 'apple_pay'])),
      card_network: given(CardNetwork),
    }),
  }),
  v.object({
    type: v.literal('card_with_limited_data'),
    data: v.object({
      card_number: CardNumber,
      card_exp_month: optionalText,
      card_exp_year: optionalText,
      card_holder_name: optionalText,
      eci: optionalText,
    }),
  }),
]);
export type RecurringDetails = v.InferOutput<typeof RecurringDetails>;
