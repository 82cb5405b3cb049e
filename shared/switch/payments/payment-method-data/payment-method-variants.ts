import * as v from 'valibot';
import { Email, given, JsonObject, text } from '#platform/schema.ts';
import { AddressDetails } from '#vocabulary/address.ts';
import { Country } from '#vocabulary/countries.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import { BankName } from './bank-names.ts';
import { CardNumber, CardWords } from './card.ts';

/**
 * Payment method data, one schema for each payment method. Each is an object with one key, which
 * names the exact type. Only members that every processor needs are required; the chosen processor
 * may require more.
 */

/** An object that has exactly one of these keys. */
function oneOf<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.partial(v.strictObject(entries)),
    v.entries(1, 'data did not match any variant, expected exactly one'),
  );
}

/**
 * A text or an object. The type is checked first, so that an error names the wrong member. An object
 * whose only member is `null`, such as `{ oxxo: null }`, is the text that names it.
 */
export function textOr<Text extends v.GenericSchema<string>, Shape extends v.GenericSchema>(
  text: Text,
  shape: Shape,
): v.UnionSchema<[Text, Shape], undefined> {
  const either = v.union([text, shape]);
  return {
    ...either,
    '~run': (dataset, config) => {
      const { value } = dataset;
      if (typeof value !== 'object' || Array.isArray(value)) return text['~run'](dataset, config);
      const [[name, nothing] = [], ...others] = Object.entries(value ?? {});
      return nothing === null && others.length === 0 && v.is(text, name)
        ? text['~run']({ value: name }, config)
        : shape['~run'](dataset, config);
    },
  };
}

/** For types without details; members are dropped. */
const Nothing = v.object({});

const optionalText = given(v.string());

export const CardToken = v.object({
  card_holder_name: given(CardWords),
  card_cvc: optionalText,
  card_cvc_token: optionalText,
  /** The vault token of a card that the vault's page captured. */
  vault_token: given(
    v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'invalid vault_token, expected 32 hex digits')),
  ),
});

export const NetworkToken = v.looseObject({
  network_token: CardNumber,
  token_exp_month: v.string(),
  token_exp_year: v.string(),
  token_cryptogram: v.string(),
  card_network: given(CardNetwork),
  card_type: given(CardWords),
  card_issuing_country: given(CardWords),
  bank_code: given(CardWords),
  card_holder_name: given(CardWords),
  card_issuer: given(CardWords),
  nick_name: given(CardWords),
  eci: optionalText,
  par: optionalText,
});
export type NetworkToken = v.InferOutput<typeof NetworkToken>;

export const CardRedirect = oneOf({
  knet: Nothing,
  benefit: Nothing,
  momo_atm: Nothing,
  card_redirect: Nothing,
});

/** @public */
export const ApplePay = v.looseObject({
  /** Encrypted by Apple, or decrypted by the merchant. */
  payment_data: v.union([v.string(), JsonObject]),
  payment_method: v.looseObject({
    display_name: v.string(),
    network: v.string(),
    type: v.string(),
    card_exp_month: optionalText,
    card_exp_year: optionalText,
  }),
  transaction_identifier: v.string(),
});

/** @public */
export const GooglePay = v.looseObject({
  type: v.string(),
  description: v.string(),
  info: v.looseObject({ card_network: v.string(), card_details: v.string() }),
  tokenization_data: JsonObject,
});

export const Wallet = oneOf({
  ali_pay_hk_redirect: Nothing,
  ali_pay_qr: Nothing,
  ali_pay_redirect: Nothing,
  amazon_pay: v.object({ checkout_session_id: optionalText }),
  amazon_pay_redirect: Nothing,
  apple_pay: ApplePay,
  apple_pay_redirect: Nothing,
  apple_pay_third_party_sdk: v.object({ token: optionalText }),
  bluecode_redirect: Nothing,
  cashapp_qr: Nothing,
  dana_redirect: Nothing,
  gcash_redirect: Nothing,
  go_pay_redirect: Nothing,
  google_pay: GooglePay,
  google_pay_redirect: Nothing,
  google_pay_third_party_sdk: v.object({ token: optionalText }),
  kakao_pay_redirect: Nothing,
  mb_way_redirect: v.object({ telephone_number: optionalText }),
  mifinity: v.object({ date_of_birth: optionalText, language_preference: optionalText }),
  mobile_pay_redirect: Nothing,
  momo_redirect: Nothing,
  paypal_redirect: v.object({ email: given(Email) }),
  paypal_sdk: v.object({ token: v.string() }),
  paysera: Nothing,
  /** Signed and encrypted by the wallet, so its length varies. */
  paze: v.object({ complete_response: given(text(32_768)) }),
  revolut_pay: Nothing,
  samsung_pay: v.object({ payment_credential: given(JsonObject) }),
  skrill: Nothing,
  swish_qr: Nothing,
  touch_n_go_redirect: Nothing,
  twint_redirect: Nothing,
  vipps_redirect: Nothing,
  we_chat_pay_qr: Nothing,
  we_chat_pay_redirect: Nothing,
});
export type Wallet = v.InferOutput<typeof Wallet>;

export const PayLater = oneOf({
  klarna_redirect: v.object({ billing_email: given(Email), billing_country: given(Country) }),
  klarna_sdk: v.object({ token: v.string() }),
  affirm_redirect: Nothing,
  afterpay_clearpay_redirect: v.object({ billing_email: given(Email), billing_name: optionalText }),
  pay_bright_redirect: Nothing,
  walley_redirect: Nothing,
  alma_redirect: Nothing,
  atome_redirect: Nothing,
  flexiti_redirect: Nothing,
  breadpay_redirect: Nothing,
  payjustnow_redirect: Nothing,
});

const billing_details = given(v.object({ billing_name: optionalText, email: given(Email) }));

export const BankRedirect = oneOf({
  bancontact_card: v.object({
    card_number: given(CardNumber),
    card_exp_month: optionalText,
    card_exp_year: optionalText,
    card_holder_name: given(CardWords),
    billing_details,
  }),
  bizum: Nothing,
  blik: v.object({ blik_code: optionalText }),
  eps: v.object({ bank_name: given(BankName), country: given(Country), billing_details }),
  giropay: v.object({
    bank_account_bic: optionalText,
    bank_account_iban: optionalText,
    country: given(Country),
    billing_details,
  }),
  ideal: v.object({ bank_name: given(BankName), country: given(Country), billing_details }),
  interac: v.object({ country: given(Country), email: given(Email) }),
  online_banking_czech_republic: v.object({ issuer: BankName }),
  online_banking_finland: v.object({ email: given(Email) }),
  online_banking_poland: v.object({ issuer: BankName }),
  online_banking_slovakia: v.object({ issuer: BankName }),
  online_banking_fpx: v.object({ issuer: BankName }),
  online_banking_thailand: v.object({ issuer: BankName }),
  open_banking_uk: v.object({ issuer: given(BankName), country: given(Country) }),
  przelewy24: v.object({ bank_name: given(BankName), billing_details }),
  sofort: v.object({
    country: given(Country),
    preferred_language: optionalText,
    billing_details,
  }),
  trustly: v.object({ country: given(Country) }),
  local_bank_redirect: Nothing,
  eft: v.object({ provider: v.string() }),
  open_banking: Nothing,
});
export type BankRedirect = v.InferOutput<typeof BankRedirect>;

const debitBilling = given(
  v.object({ name: optionalText, email: given(Email), address: given(AddressDetails) }),
);

export const BankDebit = oneOf({
  ach_bank_debit: v.looseObject({
    account_number: v.string(),
    routing_number: v.string(),
    bank_account_holder_name: optionalText,
    bank_name: optionalText,
    bank_type: optionalText,
    bank_holder_type: optionalText,
    billing_details: debitBilling,
  }),
  sepa_bank_debit: v.looseObject({
    iban: v.string(),
    bank_account_holder_name: optionalText,
    billing_details: debitBilling,
  }),
  sepa_guarenteed_bank_debit: v.object({
    iban: v.string(),
    bank_account_holder_name: optionalText,
    billing_details: debitBilling,
  }),
  becs_bank_debit: v.object({
    account_number: v.string(),
    bsb_number: v.string(),
    bank_account_holder_name: optionalText,
    billing_details: debitBilling,
  }),
  bacs_bank_debit: v.object({
    account_number: v.string(),
    sort_code: v.string(),
    bank_account_holder_name: optionalText,
    billing_details: debitBilling,
  }),
  eft_debit_order: v.object({
    account_number: v.string(),
    branch_code: optionalText,
    bank_account_holder_name: optionalText,
    bank_name: given(BankName),
    bank_type: given(v.picklist(['checking', 'savings'])),
    billing_details: debitBilling,
  }),
});
export type BankDebit = v.InferOutput<typeof BankDebit>;

const WhoTransfers = v.object({
  billing_details: given(
    v.object({
      name: optionalText,
      first_name: optionalText,
      last_name: optionalText,
      email: given(Email),
    }),
  ),
});

export const BankTransfer = oneOf({
  ach_bank_transfer: WhoTransfers,
  sepa_bank_transfer: v.object({ ...WhoTransfers.entries, country: given(Country) }),
  bacs_bank_transfer: WhoTransfers,
  multibanco_bank_transfer: WhoTransfers,
  permata_bank_transfer: WhoTransfers,
  bca_bank_transfer: WhoTransfers,
  bni_va_bank_transfer: WhoTransfers,
  bri_va_bank_transfer: WhoTransfers,
  cimb_va_bank_transfer: WhoTransfers,
  danamon_va_bank_transfer: WhoTransfers,
  mandiri_va_bank_transfer: WhoTransfers,
  pix: v.looseObject({
    pix_key: optionalText,
    cpf: optionalText,
    cnpj: optionalText,
    source_bank_account_id: optionalText,
    destination_bank_account_id: optionalText,
    expiry_date: optionalText,
  }),
  pse: Nothing,
  local_bank_transfer: v.object({ bank_code: optionalText }),
  instant_bank_transfer: Nothing,
  instant_bank_transfer_finland: Nothing,
  instant_bank_transfer_poland: Nothing,
  indonesian_bank_transfer: v.object({ bank_name: given(BankName) }),
  pix_emv: Nothing,
  pix_qr: Nothing,
  pix_automatico_qr: Nothing,
  pix_automatico_push: v.object({
    account_number: optionalText,
    branch_code: optionalText,
    bank_identifier: optionalText,
  }),
});
export type BankTransfer = v.InferOutput<typeof BankTransfer>;

export const Crypto = v.object({ pay_currency: optionalText, network: optionalText });

const upi_source = given(
  v.picklist(['UPI_CC', 'UPI_CL', 'UPI_ACCOUNT', 'UPI_CC_CL', 'UPI_PPI', 'UPI_VOUCHER']),
);

export const Upi = oneOf({
  upi_collect: v.object({ vpa_id: optionalText, upi_source }),
  upi_intent: v.object({ app_name: optionalText, upi_source }),
  upi_qr: v.object({ upi_source }),
});
export type Upi = v.InferOutput<typeof Upi>;

const WhoBuys = v.object({
  first_name: optionalText,
  last_name: optionalText,
  email: given(Email),
  phone_number: optionalText,
});

export const Voucher = textOr(
  v.picklist(['efecty', 'pago_efectivo', 'red_compra', 'red_pagos', 'oxxo']),
  oneOf({
    boleto: v.looseObject({
      social_security_number: optionalText,
      bank_number: optionalText,
      document_type: given(v.picklist(['cpf', 'cnpj', 'psn', 'other'])),
      fine_percentage: optionalText,
      fine_quantity_days: optionalText,
      interest_percentage: optionalText,
      write_off_quantity_days: optionalText,
      messages: given(v.array(v.string())),
      due_date: optionalText,
    }),
    alfamart: WhoBuys,
    indomaret: WhoBuys,
    seven_eleven: WhoBuys,
    lawson: WhoBuys,
    mini_stop: WhoBuys,
    family_mart: WhoBuys,
    seicomart: WhoBuys,
    pay_easy: WhoBuys,
  }),
);
export type Voucher = v.InferOutput<typeof Voucher>;

export const GiftCard = oneOf({
  givex: v.object({ number: v.string(), cvc: v.string() }),
  pay_safe_card: Nothing,
  bhn_card_network: v.object({
    account_number: v.string(),
    pin: optionalText,
    cvv2: optionalText,
    expiration_date: optionalText,
  }),
});
export type GiftCard = v.InferOutput<typeof GiftCard>;

export const RealTimePayment = oneOf({
  fps: Nothing,
  duit_now: Nothing,
  prompt_pay: Nothing,
  viet_qr: Nothing,
  qris: Nothing,
});

export const OpenBanking = oneOf({ open_banking_pis: Nothing });

export const MobilePayment = oneOf({
  direct_carrier_billing: v.object({ msisdn: v.string(), client_uid: optionalText }),
});
