import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';

/** Names of payment methods as their owners write them, where they are no plain words. */
const ownNames: Partial<Readonly<Record<PaymentMethodType, string>>> = {
  ach: 'ACH',
  afterpay_clearpay: 'Afterpay / Clearpay',
  ali_pay: 'Alipay',
  ali_pay_hk: 'AlipayHK',
  bacs: 'Bacs',
  bancontact_card: 'Bancontact',
  bca_bank_transfer: 'BCA',
  becs: 'BECS',
  blik: 'BLIK',
  bni_va: 'BNI',
  bri_va: 'BRI',
  cashapp: 'Cash App Pay',
  cimb_va: 'CIMB Niaga',
  danamon_va: 'Danamon',
  duit_now: 'DuitNow',
  efecty: 'Efecty',
  eps: 'EPS',
  fps: 'FPS',
  gcash: 'GCash',
  go_pay: 'GoPay',
  ideal: 'iDEAL',
  kakao_pay: 'KakaoPay',
  knet: 'KNET',
  mandiri_va: 'Mandiri',
  mb_way: 'MB WAY',
  mobile_pay: 'MobilePay',
  momo: 'MoMo',
  momo_atm: 'MoMo ATM',
  oxxo: 'OXXO',
  pago_efectivo: 'PagoEfectivo',
  paypal: 'PayPal',
  permata_bank_transfer: 'Permata',
  prompt_pay: 'PromptPay',
  pse: 'PSE',
  qris: 'QRIS',
  sepa: 'SEPA',
  sepa_bank_transfer: 'SEPA',
  sepa_guarenteed_debit: 'SEPA',
  seven_eleven: '7-Eleven',
  touch_n_go: "Touch 'n Go",
  twint: 'TWINT',
  viet_qr: 'VietQR',
  we_chat_pay: 'WeChat Pay',
};

/** Families whose types are names of banks or schemes that say little without the family. */
const withFamily: ReadonlySet<PaymentMethod> = new Set(['bank_debit', 'bank_transfer']);

/** The name of a payment method for payers: `iDEAL`, `Direct debit (SEPA)`. */
export function methodName(
  method: PaymentMethod,
  type: PaymentMethodType,
  { groups }: Pick<CheckoutTexts, 'groups'>,
): string {
  const name = ownNames[type] ?? titled(type);
  const family = Object.entries(groups).find(([group]) => group === method)?.[1];
  return withFamily.has(method) && family !== undefined ? `${family} (${name})` : name;
}

/** `open_banking_uk` as `Open Banking Uk`. */
const titled = (type: string) =>
  type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim();
