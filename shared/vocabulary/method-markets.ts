import type { Country } from './countries.ts';
import type { Currency } from './currencies.ts';
import type { PaymentMethodType } from './payment-methods.ts';

/** The currencies and the countries in which payers use a payment method. */
interface Market {
  /** Absent where its payers pay in any currency. */
  readonly currencies?: readonly Currency[];
  /** Where its payers live; absent where they live anywhere, or in too many countries to name. */
  readonly countries?: readonly Country[];
}

const inOne = (currency: Currency, country: Country): Market => ({
  currencies: [currency],
  countries: [country],
});

const [austria, brazil, canada, indonesia, japan, vietnam] = [
  inOne('EUR', 'AT'),
  inOne('BRL', 'BR'),
  inOne('CAD', 'CA'),
  inOne('IDR', 'ID'),
  inOne('JPY', 'JP'),
  inOne('VND', 'VN'),
];

/**
 * The markets of the methods that are not used everywhere, from what their owners and processors
 * publish; no row was compared with a processor's table. A test compares them with the currencies and
 * the countries of our adapters.
 */
const markets: Partial<Readonly<Record<PaymentMethodType, Market>>> = {
  ach: inOne('USD', 'US'),
  affirm: { currencies: ['CAD', 'USD'], countries: ['CA', 'US'] },
  afterpay_clearpay: {
    currencies: ['AUD', 'CAD', 'EUR', 'GBP', 'NZD', 'USD'],
    countries: ['AU', 'CA', 'ES', 'FR', 'GB', 'NZ', 'US'],
  },
  alfamart: indonesia,
  ali_pay: { countries: ['CN'] },
  ali_pay_hk: { countries: ['HK'] },
  alma: {
    currencies: ['EUR'],
    countries: ['AT', 'BE', 'DE', 'ES', 'FR', 'IE', 'IT', 'LU', 'NL', 'PT'],
  },
  atome: {
    currencies: ['HKD', 'IDR', 'MYR', 'PHP', 'SGD', 'THB'],
    countries: ['HK', 'ID', 'MY', 'PH', 'SG', 'TH'],
  },
  bacs: inOne('GBP', 'GB'),
  bancontact_card: inOne('EUR', 'BE'),
  bca_bank_transfer: indonesia,
  becs: inOne('AUD', 'AU'),
  benefit: inOne('BHD', 'BH'),
  bizum: inOne('EUR', 'ES'),
  blik: inOne('PLN', 'PL'),
  bluecode: { currencies: ['EUR'], countries: ['AT', 'DE'] },
  bni_va: indonesia,
  boleto: brazil,
  breadpay: inOne('USD', 'US'),
  bri_va: indonesia,
  cashapp: inOne('USD', 'US'),
  cimb_va: indonesia,
  dana: indonesia,
  danamon_va: indonesia,
  duit_now: inOne('MYR', 'MY'),
  efecty: inOne('COP', 'CO'),
  eft: inOne('ZAR', 'ZA'),
  eft_debit_order: inOne('ZAR', 'ZA'),
  eps: austria,
  family_mart: japan,
  flexiti: canada,
  fps: inOne('HKD', 'HK'),
  gcash: inOne('PHP', 'PH'),
  giropay: inOne('EUR', 'DE'),
  go_pay: indonesia,
  ideal: inOne('EUR', 'NL'),
  indomaret: indonesia,
  indonesian_bank_transfer: indonesia,
  instant_bank_transfer_finland: inOne('EUR', 'FI'),
  instant_bank_transfer_poland: inOne('PLN', 'PL'),
  interac: canada,
  kakao_pay: inOne('KRW', 'KR'),
  klarna: {
    // biome-ignore format: codes read better in rows.
    currencies: [
      'AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'NZD', 'PLN', 'RON', 'SEK', 'USD',
    ],
  },
  knet: inOne('KWD', 'KW'),
  lawson: japan,
  local_bank_transfer: inOne('CNY', 'CN'),
  mandiri_va: indonesia,
  mb_way: inOne('EUR', 'PT'),
  mini_stop: japan,
  mobile_pay: { currencies: ['DKK', 'EUR'], countries: ['DK', 'FI'] },
  momo: vietnam,
  momo_atm: vietnam,
  multibanco: inOne('EUR', 'PT'),
  online_banking_czech_republic: inOne('CZK', 'CZ'),
  online_banking_finland: inOne('EUR', 'FI'),
  online_banking_fpx: inOne('MYR', 'MY'),
  online_banking_poland: inOne('PLN', 'PL'),
  online_banking_slovakia: inOne('EUR', 'SK'),
  online_banking_thailand: inOne('THB', 'TH'),
  open_banking_uk: inOne('GBP', 'GB'),
  oxxo: inOne('MXN', 'MX'),
  pago_efectivo: { currencies: ['PEN', 'USD'], countries: ['PE'] },
  pay_bright: canada,
  pay_easy: japan,
  payjustnow: inOne('ZAR', 'ZA'),
  paze: inOne('USD', 'US'),
  permata_bank_transfer: indonesia,
  pix: brazil,
  pix_automatico_push: brazil,
  pix_automatico_qr: brazil,
  pix_emv: brazil,
  pix_key: brazil,
  pix_qr: brazil,
  prompt_pay: inOne('THB', 'TH'),
  przelewy24: { currencies: ['EUR', 'PLN'], countries: ['PL'] },
  pse: inOne('COP', 'CO'),
  qris: indonesia,
  red_compra: inOne('CLP', 'CL'),
  red_pagos: inOne('UYU', 'UY'),
  revolut_pay: { currencies: ['DKK', 'EUR', 'GBP', 'HUF', 'PLN', 'RON'] },
  seicomart: japan,
  sepa: { currencies: ['EUR'] },
  sepa_bank_transfer: { currencies: ['EUR'] },
  sepa_guarenteed_debit: { currencies: ['EUR'] },
  seven_eleven: japan,
  sofort: { currencies: ['CHF', 'EUR'], countries: ['AT', 'BE', 'CH', 'DE', 'ES', 'IT', 'NL'] },
  swish: inOne('SEK', 'SE'),
  touch_n_go: inOne('MYR', 'MY'),
  trustly: { currencies: ['CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'PLN', 'SEK'] },
  twint: inOne('CHF', 'CH'),
  upi_collect: inOne('INR', 'IN'),
  upi_intent: inOne('INR', 'IN'),
  upi_qr: inOne('INR', 'IN'),
  venmo: inOne('USD', 'US'),
  viet_qr: vietnam,
  vipps: inOne('NOK', 'NO'),
  walley: { currencies: ['DKK', 'EUR', 'NOK', 'SEK'], countries: ['DK', 'FI', 'NO', 'SE'] },
  we_chat_pay: { countries: ['CN', 'HK'] },
};

/**
 * Methods that their owners have ended: Sofort on 2025-03-31
 * (https://docs.stripe.com/payments/sofort/accept-a-payment), giropay on 2024-12-31, at most
 * processors on 2024-06-30 (https://docs.mangopay.com/release-notes/api/2024-07-09), and PayBright,
 * which has become Affirm (https://fizz.ca/en/faq/how-does-financing-affirm-work).
 */
const ended: ReadonlySet<PaymentMethodType> = new Set(['giropay', 'pay_bright', 'sofort']);

/**
 * Whether payers use a method today, with this currency and from this country.
 *
 * @param country ISO 3166-1 alpha-2; undefined where it is unknown, which excludes no method
 */
export function isInUse(
  type: PaymentMethodType,
  { currency, country }: { readonly currency: string; readonly country: string | undefined },
): boolean {
  const { currencies, countries } = markets[type] ?? {};
  return (
    !ended.has(type) &&
    includes(currencies, currency) &&
    (country === undefined || includes(countries, country))
  );
}

const includes = (all: readonly string[] | undefined, one: string) =>
  all === undefined || all.includes(one);
