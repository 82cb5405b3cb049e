import type { Country } from '#vocabulary/countries.ts';
import { knownLocale } from '#vocabulary/known-locale.ts';
import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';

type NameTexts = Pick<CheckoutTexts, 'groups' | 'ways'>;

/** A name as its owner writes it, or of a method without an owner in the payer's language. */
type Name = string | { readonly of: (texts: NameTexts) => string; readonly country?: Country };

const card: Name = { of: ({ groups }) => groups.card };
const transfer = (country?: Country): Name => ({
  of: ({ groups }) => groups.bank_transfer,
  ...(country && { country }),
});
const onlineBanking = (country?: Country): Name => ({
  of: ({ ways }) => ways.onlineBanking,
  ...(country && { country }),
});
const instantTransfer = (country?: Country): Name => ({
  of: ({ ways }) => ways.instantTransfer,
  ...(country && { country }),
});

/** The name of each type. A type without a row does not compile. */
const names: Readonly<Record<PaymentMethodType, Name>> = {
  ach: 'ACH',
  affirm: 'Affirm',
  afterpay_clearpay: 'Afterpay / Clearpay',
  alfamart: 'Alfamart',
  ali_pay: 'Alipay',
  ali_pay_hk: 'AlipayHK',
  alma: 'Alma',
  amazon_pay: 'Amazon Pay',
  apple_pay: 'Apple Pay',
  atome: 'Atome',
  bacs: 'Bacs',
  bancontact_card: 'Bancontact',
  bca_bank_transfer: 'BCA',
  becs: 'BECS',
  benefit: 'BENEFIT',
  bhn_card_network: 'Blackhawk Network',
  bizum: 'Bizum',
  blik: 'BLIK',
  bluecode: 'Bluecode',
  bni_va: 'BNI',
  boleto: 'Boleto',
  breadpay: 'Bread Pay',
  bri_va: 'BRI',
  card_redirect: card,
  cashapp: 'Cash App Pay',
  cimb_va: 'CIMB Niaga',
  classic: 'CashtoCode',
  credit: card,
  crypto_currency: 'Crypto',
  dana: 'DANA',
  danamon_va: 'Danamon',
  debit: card,
  direct_carrier_billing: 'Direct Carrier Billing',
  duit_now: 'DuitNow',
  efecty: 'Efecty',
  eft: 'Instant EFT',
  eft_debit_order: 'EFT',
  eps: 'eps',
  evoucher: 'CashtoCode eVoucher',
  family_mart: 'FamilyMart',
  flexiti: 'Flexiti',
  fps: 'FPS',
  gcash: 'GCash',
  giropay: 'giropay',
  givex: 'Givex',
  go_pay: 'GoPay',
  google_pay: 'Google Pay',
  ideal: 'iDEAL',
  indomaret: 'Indomaret',
  indonesian_bank_transfer: transfer('ID'),
  instant_bank_transfer: instantTransfer(),
  instant_bank_transfer_finland: instantTransfer('FI'),
  instant_bank_transfer_poland: instantTransfer('PL'),
  interac: 'Interac',
  kakao_pay: 'Kakao Pay',
  klarna: 'Klarna',
  knet: 'KNET',
  lawson: 'Lawson',
  local_bank_redirect: onlineBanking(),
  local_bank_transfer: transfer(),
  mandiri_va: 'Mandiri',
  mb_way: 'MB WAY',
  mifinity: 'MiFinity',
  mini_stop: 'MINISTOP',
  mobile_pay: 'MobilePay',
  momo: 'MoMo',
  momo_atm: 'MoMo ATM',
  multibanco: 'Multibanco',
  network_token: card,
  online_banking_czech_republic: onlineBanking('CZ'),
  online_banking_finland: onlineBanking('FI'),
  online_banking_fpx: 'FPX',
  online_banking_poland: onlineBanking('PL'),
  online_banking_slovakia: onlineBanking('SK'),
  online_banking_thailand: onlineBanking('TH'),
  open_banking: onlineBanking(),
  open_banking_pis: onlineBanking(),
  open_banking_uk: 'Pay by Bank',
  oxxo: 'OXXO',
  pago_efectivo: 'PagoEfectivo',
  pay_bright: 'PayBright',
  pay_easy: 'Pay-easy',
  pay_safe_card: 'paysafecard',
  payjustnow: 'PayJustNow',
  paypal: 'PayPal',
  paysera: 'Paysera',
  paze: 'Paze',
  permata_bank_transfer: 'Permata',
  pix: 'Pix',
  pix_automatico_push: 'Pix Automático',
  pix_automatico_qr: 'Pix Automático',
  pix_emv: 'Pix',
  pix_key: 'Pix',
  pix_qr: 'Pix',
  prompt_pay: 'PromptPay',
  przelewy24: 'Przelewy24',
  pse: 'PSE',
  qris: 'QRIS',
  red_compra: 'Redcompra',
  red_pagos: 'RedPagos',
  revolut_pay: 'Revolut Pay',
  samsung_pay: 'Samsung Pay',
  seicomart: 'Seicomart',
  sepa: 'SEPA',
  sepa_bank_transfer: 'SEPA',
  sepa_guarenteed_debit: 'SEPA',
  seven_eleven: '7-Eleven',
  skrill: 'Skrill',
  sofort: 'Sofort',
  swish: 'Swish',
  touch_n_go: "Touch 'n Go eWallet",
  trustly: 'Trustly',
  twint: 'TWINT',
  upi_collect: 'UPI',
  upi_intent: 'UPI',
  upi_qr: 'UPI',
  venmo: 'Venmo',
  viet_qr: 'VietQR',
  vipps: 'Vipps',
  walley: 'Walley',
  we_chat_pay: 'WeChat Pay',
};

/** Names of banks and of clearing systems, which say little without the family. */
const needFamily: ReadonlySet<PaymentMethodType> = new Set([
  ...(['ach', 'bacs', 'becs', 'eft_debit_order', 'sepa', 'sepa_guarenteed_debit'] as const),
  ...(['sepa_bank_transfer', 'bca_bank_transfer', 'permata_bank_transfer'] as const),
  ...(['bni_va', 'bri_va', 'cimb_va', 'danamon_va', 'mandiri_va'] as const),
]);

/**
 * The name of a payment method for payers: `iDEAL`, `Direct debit (SEPA)`, `Online banking (Poland)`.
 *
 * @param locale the language of country names
 */
export function methodName(
  method: PaymentMethod,
  type: PaymentMethodType,
  texts: NameTexts,
  locale = 'en',
): string {
  const name = names[type];
  if (typeof name !== 'string') {
    const words = name.of(texts);
    return name.country === undefined ? words : `${words} (${countryName(name.country, locale)})`;
  }
  const family = Object.entries(texts.groups).find(([group]) => group === method)?.[1];
  return needFamily.has(type) && family !== undefined ? `${family} (${name})` : name;
}

const countryName = (country: Country, locale: string) =>
  new Intl.DisplayNames(knownLocale(locale), { type: 'region' }).of(country) ?? country;
