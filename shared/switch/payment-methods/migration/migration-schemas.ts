import * as v from 'valibot';
import { holdsCardNumber } from '#platform/card-numbers/card-number-inside.ts';
import { withoutSpace } from '#platform/card-numbers/without-space.ts';
import { chosenName, given, Identifier, integer, JsonObject, text } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { CardNetwork, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { CardNumber } from '../../payments/payment-method-data/card.ts';
import { DisplayName } from '../instrument-variants.ts';
import { MaskedNumber } from './masked-number.ts';

/** The credentials of migrated payment methods, in the words of the API. */

/** A processor's own name for a payment method or a customer. */
export const ProcessorsName = chosenName(255, 1);

/**
 * The card network's id of an earlier payment. Visa's have 15 digits, of which some pass for a
 * number of Maestro; numbers of American Express, which have as many, are refused.
 */
export const NetworkTransactionId = v.pipe(
  text(255, 1),
  v.check((value) => {
    const mayBeVisas = /^\d{15}$/.test(value) && !/^3[47]/.test(value);
    return !holdsCardNumber(value, mayBeVisas ? 16 : 13);
  }, 'value looks like a card number, which no name or identifier may contain'),
);

const isMasked = (value: string) => v.is(MaskedNumber, value);

/** A whole card number, or a masked one. */
const NumberOrMask = v.pipe(
  v.string(),
  v.transform(withoutSpace),
  v.check(
    (value) => isMasked(value) || v.is(CardNumber, value),
    'expected a valid card number, or its last 4 digits and perhaps its first 6, as in 424242******4242',
  ),
);

/** Digits of a month or a year, as the other system writes them. */
export const ExpiryDigits = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{1,4}$/, 'expected the digits of a month or a year'),
);

export const MigratedCard = v.strictObject({
  card_number: NumberOrMask,
  card_exp_month: ExpiryDigits,
  card_exp_year: ExpiryDigits,
  card_holder_name: given(DisplayName),
  nick_name: given(DisplayName),
  card_issuing_country: given(DisplayName),
  card_issuing_country_code: given(DisplayName),
  card_network: given(CardNetwork),
  card_issuer: given(DisplayName),
  card_type: given(DisplayName),
});

/** Checked, and not stored: no payment is made with a network token of another requestor. */
export const MigratedNetworkToken = v.object({
  network_token_data: v.object({
    network_token_number: CardNumber,
    network_token_exp_month: ExpiryDigits,
    network_token_exp_year: ExpiryDigits,
    card_holder_name: given(DisplayName),
    nick_name: given(DisplayName),
    card_issuing_country: given(DisplayName),
    card_network: given(CardNetwork),
    card_issuer: given(DisplayName),
    card_type: given(DisplayName),
  }),
  network_token_requestor_ref_id: ProcessorsName,
});

/** The largest amount, in minor units. */
const mostMinor = 999_999_999_999;
export const AmountMinor = integer(0, mostMinor);

const MandateRecord = v.object({
  connector_mandate_id: ProcessorsName,
  payment_method_type: given(PaymentMethodType),
  original_payment_authorized_amount: given(AmountMinor),
  original_payment_authorized_currency: given(Currency),
  connector_customer_id: given(ProcessorsName),
});

/** By the id of the connector account. */
const MandateRecords = v.record(Identifier, MandateRecord);
export type MandateRecords = v.InferOutput<typeof MandateRecords>;

/** The connector mandates of payments and of payouts; those of payments also without that level. */
export const ConnectorMandateDetails = v.union([
  v.strictObject({
    payments: given(MandateRecords),
    payouts: given(v.record(Identifier, JsonObject)),
  }),
  MandateRecords,
]);
export type ConnectorMandateDetails = v.InferOutput<typeof ConnectorMandateDetails>;
