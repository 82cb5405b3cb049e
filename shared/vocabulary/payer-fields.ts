import { Country } from './countries.ts';
import type { PaymentMethod, PaymentMethodType } from './payment-methods.ts';

/** A value that a payment form asks its payer for. */
export interface PayerField {
  /** In English, where a form has no words in the payer's language. */
  readonly label: string;
  /** The name of the label's translations in the SDKs of the Hyperswitch v1 API. */
  readonly labelKey: string;
  /** An example, or the label where there is none. */
  readonly placeholder?: string;
  /** The `field_type` in a list of payment methods. With `options`, its values stand beside it. */
  readonly type: string;
  /** The kind of input in an SDK's configuration. */
  readonly input: PayerInput;
  readonly options?: readonly string[];
  /** The rule by which an SDK checks the value while it is typed. */
  readonly rule?: 'iban' | 'routing_number' | 'blik_code' | 'email' | 'phone';
  readonly maxLength?: number;
  /** The `autocomplete` of the browser's input. */
  readonly autocomplete?: string;
  /** The keyboard that a phone shows. */
  readonly keyboard?: 'numeric' | 'email-address' | 'phone-pad';
  /** Fields with the same name stand in one row. */
  readonly row?: string;
}

type PayerInput =
  | 'Generic'
  | 'Email'
  | 'Phone'
  | 'PhoneCountryCode'
  | 'CardNumber'
  | 'Cvc'
  | 'CardHolderName'
  | 'CardExpiryMonth'
  | 'CardExpiryYear'
  | 'Country'
  | 'State'
  | 'BankNamesSelect';

const digits = { input: 'Generic', keyboard: 'numeric' } as const;
const words = { input: 'Generic', maxLength: 255 } as const;
const accountNumber = {
  label: 'Account number',
  labelKey: 'formFieldBankAccountNumberLabel',
  type: 'user_bank_account_number',
  ...digits,
} as const;
const iban = {
  label: 'IBAN',
  labelKey: 'formFieldSepaIbanLabel',
  placeholder: 'DE00 0000 0000 0000 0000 00',
  type: 'user_iban',
  input: 'Generic',
  rule: 'iban',
  maxLength: 42,
} as const;
const issuer = (...options: readonly string[]) =>
  ({
    label: 'Bank',
    labelKey: 'bankLabel',
    type: 'user_bank_options',
    input: 'BankNamesSelect',
    options,
  }) as const;

/**
 * The fields by their place in a confirm request, below `payment_method_data`, in the order in which
 * a form shows them.
 *
 * @see https://github.com/juspay/hyperswitch-sdk-utils
 */
export const payerFields = {
  'card.card_number': {
    label: 'Card number',
    labelKey: 'cardNumberLabel',
    placeholder: '1234 1234 1234 1234',
    type: 'user_card_number',
    input: 'CardNumber',
    maxLength: 23,
    autocomplete: 'cc-number',
    keyboard: 'numeric',
  },
  'card.card_exp_month': {
    label: 'Expiry month',
    labelKey: 'expiryMonthLabel',
    type: 'user_card_expiry_month',
    input: 'CardExpiryMonth',
    autocomplete: 'cc-exp-month',
    keyboard: 'numeric',
  },
  'card.card_exp_year': {
    label: 'Expiry year',
    labelKey: 'expiryYearLabel',
    type: 'user_card_expiry_year',
    input: 'CardExpiryYear',
    autocomplete: 'cc-exp-year',
    keyboard: 'numeric',
  },
  'card.card_cvc': {
    label: 'CVC',
    labelKey: 'cvcTextLabel',
    placeholder: '123',
    type: 'user_card_cvc',
    input: 'Cvc',
    maxLength: 4,
    autocomplete: 'cc-csc',
    keyboard: 'numeric',
  },
  'bank_debit.ach_bank_debit.account_number': { ...accountNumber, maxLength: 17 },
  'bank_debit.ach_bank_debit.routing_number': {
    label: 'Routing number',
    labelKey: 'formFieldACHRoutingNumberLabel',
    placeholder: '123456789',
    type: 'user_bank_routing_number',
    ...digits,
    rule: 'routing_number',
    maxLength: 9,
  },
  'bank_debit.bacs_bank_debit.account_number': { ...accountNumber, maxLength: 8 },
  'bank_debit.bacs_bank_debit.sort_code': {
    label: 'Sort code',
    labelKey: 'sortCodeText',
    placeholder: '10-80-00',
    type: 'user_bank_sort_code',
    ...digits,
    maxLength: 8,
  },
  'bank_debit.becs_bank_debit.account_number': { ...accountNumber, maxLength: 9 },
  'bank_debit.becs_bank_debit.bsb_number': {
    label: 'BSB number',
    labelKey: 'sortCodeText',
    placeholder: '000-000',
    type: 'user_bsb_number',
    ...digits,
    maxLength: 7,
  },
  'bank_debit.eft_debit_order.account_number': { ...accountNumber, maxLength: 17 },
  'bank_debit.sepa_bank_debit.iban': iban,
  'bank_debit.sepa_guarenteed_bank_debit.iban': iban,
  'bank_redirect.blik.blik_code': {
    label: 'BLIK code',
    labelKey: 'blikCodeLabel',
    placeholder: '000 000',
    type: 'user_blik_code',
    ...digits,
    rule: 'blik_code',
    maxLength: 7,
  },
  'bank_redirect.eft.provider': {
    label: 'Provider',
    labelKey: 'bankLabel',
    type: 'user_bank',
    ...words,
  },
  'bank_redirect.online_banking_czech_republic.issuer': issuer(
    'ceska_sporitelna',
    'komercni_banka',
    'platnosc_online_karta_platnicza',
  ),
  'bank_redirect.online_banking_fpx.issuer': issuer(
    'affin_bank',
    'agro_bank',
    'alliance_bank',
    'am_bank',
    'bank_islam',
    'bank_muamalat',
    'bank_of_china',
    'bank_rakyat',
    'bank_simpanan_nasional',
    'cimb_bank',
    'hong_leong_bank',
    'hsbc_bank',
    'kuwait_finance_house',
    'maybank',
    'ocbc_bank',
    'public_bank',
    'rhb_bank',
    'standard_chartered_bank',
    'uob_bank',
  ),
  'bank_redirect.online_banking_poland.issuer': issuer(
    'b_n_p_paribas_poland',
    'bank_millennium',
    'bank_nowy_s_a',
    'bank_p_e_k_a_o_s_a',
    'banki_spoldzielcze',
    'blik_p_s_p',
    'credit_agricole',
    'e_transfer_pocztowy24',
    'm_bank',
    'pay_with_alior_bank',
    'pay_with_b_o_s',
    'pay_with_citi_handlowy',
    'pay_with_i_n_g',
    'pay_with_inteligo',
    'pay_with_plus_bank',
    'place_z_i_p_k_o',
    'santander_przelew24',
    'toyota_bank',
    'velo_bank',
  ),
  'bank_redirect.online_banking_slovakia.issuer': issuer(
    'e_platby_v_u_b',
    'postova_banka',
    'sporo_pay',
    'tatra_pay',
    'viamo',
    'volksbank_gruppe',
    'volkskreditbank_ag',
    'vr_bank_braunau',
  ),
  'bank_redirect.online_banking_thailand.issuer': issuer(
    'bangkok_bank',
    'kasikorn_bank',
    'krung_thai_bank',
    'krungsri_bank',
    'the_siam_commercial_bank',
  ),
  'gift_card.bhn_card_network.account_number': {
    label: 'Card number',
    labelKey: 'cardNumberLabel',
    type: 'user_gift_card_number',
    ...digits,
  },
  'gift_card.givex.number': {
    label: 'Card number',
    labelKey: 'cardNumberLabel',
    type: 'user_gift_card_number',
    ...digits,
  },
  'gift_card.givex.cvc': {
    label: 'CVC',
    labelKey: 'cvcTextLabel',
    type: 'user_gift_card_pin',
    ...digits,
  },
  'mobile_payment.direct_carrier_billing.msisdn': {
    label: 'Phone number',
    labelKey: 'formFieldPhoneNumberLabel',
    type: 'user_msisdn',
    input: 'Phone',
    rule: 'phone',
    maxLength: 15,
    autocomplete: 'tel',
    keyboard: 'phone-pad',
  },
  'upi.upi_collect.vpa_id': {
    label: 'UPI ID',
    labelKey: 'vpaIdLabel',
    placeholder: 'name@bank',
    type: 'user_vpa_id',
    ...words,
  },
  'voucher.boleto.social_security_number': {
    label: 'Tax number',
    labelKey: 'socialSecurityNumberLabel',
    placeholder: '000.000.000-00',
    type: 'user_social_security_number',
    ...digits,
    maxLength: 18,
  },
  'billing.email': {
    label: 'E-mail address',
    labelKey: 'emailLabel',
    type: 'user_email_address',
    input: 'Email',
    rule: 'email',
    maxLength: 254,
    autocomplete: 'billing email',
    keyboard: 'email-address',
  },
  'billing.address.first_name': {
    label: 'Full name',
    labelKey: 'fullNameLabel',
    type: 'user_full_name',
    input: 'CardHolderName',
    maxLength: 255,
    autocomplete: 'billing given-name',
  },
  'billing.address.last_name': {
    label: 'Last name',
    labelKey: 'lastName',
    type: 'user_full_name',
    input: 'CardHolderName',
    maxLength: 255,
    autocomplete: 'billing family-name',
  },
  'billing.address.line1': {
    label: 'Address',
    labelKey: 'line1Label',
    type: 'user_address_line1',
    ...words,
    autocomplete: 'billing address-line1',
  },
  'billing.address.city': {
    label: 'City',
    labelKey: 'cityLabel',
    type: 'user_address_city',
    ...words,
    autocomplete: 'billing address-level2',
    row: 'billing_city_state_row',
  },
  'billing.address.state': {
    label: 'State',
    labelKey: 'stateLabel',
    type: 'user_address_state',
    input: 'State',
    autocomplete: 'billing address-level1',
    row: 'billing_city_state_row',
  },
  'billing.address.country': {
    label: 'Country',
    labelKey: 'countryLabel',
    type: 'user_country',
    input: 'Country',
    options: Country.options,
    autocomplete: 'billing country',
    row: 'billing_country_postal_row',
  },
  'billing.address.zip': {
    label: 'Postal code',
    labelKey: 'postalCodeLabel',
    type: 'user_address_pincode',
    ...words,
    autocomplete: 'billing postal-code',
    row: 'billing_country_postal_row',
  },
} as const satisfies Readonly<Record<string, PayerField>>;

export type PayerFieldName = keyof typeof payerFields;

const accountOwner = [
  'billing.address.first_name',
  'billing.address.last_name',
  'billing.email',
] as const;
const typedCard = [
  'card.card_number',
  'card.card_exp_month',
  'card.card_exp_year',
  'card.card_cvc',
] as const;

/**
 * The fields without which no processor can take a method. A processor's own stand in its
 * abilities.
 */
const fieldsOfMethods: Readonly<
  Partial<Record<`${PaymentMethod} ${PaymentMethodType}`, readonly PayerFieldName[]>>
> = {
  'card credit': typedCard,
  'card debit': typedCard,
  'bank_debit ach': [
    'bank_debit.ach_bank_debit.account_number',
    'bank_debit.ach_bank_debit.routing_number',
    ...accountOwner,
  ],
  'bank_debit bacs': [
    'bank_debit.bacs_bank_debit.account_number',
    'bank_debit.bacs_bank_debit.sort_code',
    ...accountOwner,
  ],
  'bank_debit becs': [
    'bank_debit.becs_bank_debit.account_number',
    'bank_debit.becs_bank_debit.bsb_number',
    ...accountOwner,
  ],
  'bank_debit eft_debit_order': ['bank_debit.eft_debit_order.account_number', ...accountOwner],
  'bank_debit sepa': ['bank_debit.sepa_bank_debit.iban', ...accountOwner],
  'bank_debit sepa_guarenteed_debit': [
    'bank_debit.sepa_guarenteed_bank_debit.iban',
    ...accountOwner,
  ],
  'bank_redirect blik': ['bank_redirect.blik.blik_code'],
  'bank_redirect eft': ['bank_redirect.eft.provider'],
  'bank_redirect online_banking_czech_republic': [
    'bank_redirect.online_banking_czech_republic.issuer',
  ],
  'bank_redirect online_banking_fpx': ['bank_redirect.online_banking_fpx.issuer'],
  'bank_redirect online_banking_poland': ['bank_redirect.online_banking_poland.issuer'],
  'bank_redirect online_banking_slovakia': ['bank_redirect.online_banking_slovakia.issuer'],
  'bank_redirect online_banking_thailand': ['bank_redirect.online_banking_thailand.issuer'],
  'bank_redirect przelewy24': ['billing.email'],
  'gift_card bhn_card_network': ['gift_card.bhn_card_network.account_number'],
  'gift_card givex': ['gift_card.givex.number', 'gift_card.givex.cvc'],
  'mobile_payment direct_carrier_billing': ['mobile_payment.direct_carrier_billing.msisdn'],
  'upi upi_collect': ['upi.upi_collect.vpa_id'],
  'voucher boleto': ['voucher.boleto.social_security_number'],
};

/** The fields of a method at every processor, in the order of a form. */
export const fieldsOfMethod = (
  method: PaymentMethod,
  type: PaymentMethodType,
): readonly PayerFieldName[] => fieldsOfMethods[`${method} ${type}`] ?? [];
