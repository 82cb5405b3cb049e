import * as v from 'valibot';
import { Email, given, text, typedDigits } from '#platform/schema.ts';
import { looksLikePan } from '#vault/cards/looks-like-pan.ts';
import { Country } from '#vocabulary/countries.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import { CardNumber } from '../payments/payment-method-data/card.ts';

/**
 * The data of a payment method, in the words of the API. Unknown members are refused at every
 * level.
 */

const short = text(255);

/**
 * Text for people, such as a name. It is stored in clear, so text that looks like a card number is
 * refused.
 */
export const DisplayName = v.pipe(
  short,
  v.check((value) => !/\p{Cc}/u.test(value), 'invalid character in a name'),
  v.check((value) => !looksLikePan.test(value), 'too many digits for a name'),
);

/** A card as the customer typed it. It lives in memory only: never log it, never store it. */
export const CardDetail = v.strictObject({
  card_number: CardNumber,
  card_exp_month: typedDigits(255),
  card_exp_year: typedDigits(255),
  /** Not stored: the customer enters it again for each payment. */
  card_cvc: given(typedDigits(255)),
  card_holder_name: given(DisplayName),
  nick_name: given(DisplayName),
  card_issuing_country: given(DisplayName),
  card_issuing_country_code: given(DisplayName),
  card_network: given(CardNetwork),
  card_issuer: given(DisplayName),
  card_type: given(DisplayName),
});
export type CardDetail = v.InferOutput<typeof CardDetail>;

/**
 * The changes that an update may make to a saved card. Further members are accepted and ignored.
 */
export const CardUpdate = v.strictObject({
  card_exp_month: given(typedDigits(255)),
  card_exp_year: given(typedDigits(255)),
  card_holder_name: given(DisplayName),
  nick_name: given(DisplayName),
  last4_digits: given(short),
  card_issuer: given(short),
  issuer_country: given(short),
  issuer_country_code: given(short),
  card_network: given(short),
});
export type CardUpdate = v.InferOutput<typeof CardUpdate>;

/** The changes that an update may make to a saved wallet. */
export const WalletUpdate = v.strictObject({
  last4: given(short),
  card_network: given(short),
  type: given(short),
  card_exp_month: given(typedDigits(255)),
  card_exp_year: given(typedDigits(255)),
  auth_code: given(short),
  email: given(short),
});

const bank = {
  bank_name: given(short),
  bank_country_code: given(Country),
  bank_city: given(short),
  account_holder_name: given(short),
};
const ach = { ...bank, bank_account_number: short, bank_routing_number: short };
const bacs = { ...bank, bank_account_number: short, bank_sort_code: short };
const sepa = { ...bank, iban: short, bic: given(short) };
const pixAccount = {
  bank_name: given(short),
  bank_branch: given(short),
  bank_account_number: short,
  tax_id: given(short),
  ispb: given(short),
};
const openBanking = { account_holder_name: short, iban: short };

/** A bank account; its members show its kind. */
export const BankTransfer = v.union([
  v.strictObject(ach),
  v.strictObject(bacs),
  v.strictObject(sepa),
  v.strictObject({ ...pixAccount, pix_key: given(short), emv: given(short) }),
  v.strictObject({
    iban: short,
    country_code: Country,
    account_number: short,
    bank_number: short,
  }),
  v.strictObject(openBanking),
]);

const ofKind = <Kind extends string>(kind: Kind) => ({ payout_method_type: v.literal(kind) });

/** A bank account with its kind stated. */
export const BankTransferData = v.variant('payout_method_type', [
  v.strictObject({ ...ofKind('ach'), ...ach }),
  v.strictObject({ ...ofKind('bacs'), ...bacs }),
  v.strictObject({ ...ofKind('sepa'), ...sepa }),
  v.strictObject({ ...ofKind('pix'), ...pixAccount }),
  v.strictObject({ ...ofKind('pix_key'), pix_key: short }),
  v.strictObject({ ...ofKind('pix_emv'), emv: short }),
  v.strictObject({
    ...ofKind('trustly'),
    iban: short,
    bank_country_code: Country,
    bank_account_number: short,
    bank_number: short,
  }),
  v.strictObject({ ...ofKind('open_banking'), ...openBanking }),
]);

const decrypted = {
  expiry_month: short,
  expiry_year: short,
  card_holder_name: given(short),
  card_network: given(CardNetwork),
};

export const Wallet = v.union([
  v.strictObject({ apple_pay_decrypt: v.strictObject({ ...decrypted, dpan: CardNumber }) }),
  v.strictObject({
    google_pay_decrypt: v.strictObject({
      ...decrypted,
      application_primary_account_number: CardNumber,
    }),
  }),
  v.strictObject({
    paypal: v.strictObject({
      email: given(Email),
      telephone_number: given(short),
      paypal_id: given(short),
    }),
  }),
  v.strictObject({ venmo: v.strictObject({ telephone_number: given(short) }) }),
]);

const Decrypted = v.strictObject({
  application_primary_account_number: CardNumber,
  expiry_month: short,
  expiry_year: short,
});

/** The data that completes a payment method awaiting its data. */
export const CompletingData = v.pipe(
  v.strictObject({
    card: v.optional(CardDetail),
    bank_debit: v.optional(
      v.strictObject({
        ach: v.strictObject({
          account_number: short,
          routing_number: short,
          bank_account_holder_name: given(short),
          bank_type: given(v.picklist(['checking', 'savings'])),
          bank_holder_type: given(v.picklist(['personal', 'business'])),
        }),
      }),
    ),
    wallet: v.optional(
      v.union([
        v.strictObject({ apple_pay_decrypted_data: Decrypted }),
        v.strictObject({ google_pay_decrypted_data: Decrypted }),
      ]),
    ),
  }),
  v.check(
    (value) => Object.values(value).filter((one) => one !== undefined).length === 1,
    'data did not match any variant, expected exactly one',
  ),
);
export type CompletingData = v.InferOutput<typeof CompletingData>;
