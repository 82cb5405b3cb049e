import { ownMember } from '#platform/own-member.ts';
import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';

/** The name of a payment method type for people, such as `SEPA Bank Transfer`. */
export const methodName = (type: PaymentMethodType): string =>
  names[type] ?? type.split('_').map(capitalized).join(' ');

const capitalized = (word: string) =>
  ownMember(spelled, word) ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Names that are not made of the words of their type. */
const names: Partial<Readonly<Record<PaymentMethodType, string>>> = {
  ali_pay: 'Alipay',
  ali_pay_hk: 'Alipay HK',
  bancontact_card: 'Bancontact',
  breadpay: 'Bread Pay',
  cashapp: 'Cash App Pay',
  credit: 'Credit Card',
  debit: 'Debit Card',
  duit_now: 'DuitNow',
  efecty: 'Efecty',
  family_mart: 'FamilyMart',
  gcash: 'GCash',
  giropay: 'giropay',
  go_pay: 'GoPay',
  ideal: 'iDEAL',
  kakao_pay: 'KakaoPay',
  mifinity: 'MiFinity',
  mini_stop: 'Ministop',
  mobile_pay: 'MobilePay',
  momo: 'MoMo',
  online_banking_fpx: 'FPX',
  pago_efectivo: 'PagoEfectivo',
  pay_bright: 'PayBright',
  pay_easy: 'Pay-easy',
  pay_safe_card: 'paysafecard',
  payjustnow: 'PayJustNow',
  paypal: 'PayPal',
  prompt_pay: 'PromptPay',
  red_compra: 'RedCompra',
  red_pagos: 'RedPagos',
  seven_eleven: '7-Eleven',
  touch_n_go: "Touch 'n Go",
  viet_qr: 'VietQR',
  we_chat_pay: 'WeChat Pay',
};

/** Words that are written in a way of their own. */
const spelled: Partial<Readonly<Record<string, string>>> = {
  ach: 'ACH',
  atm: 'ATM',
  automatico: 'Automático',
  bca: 'BCA',
  becs: 'BECS',
  bhn: 'BHN',
  blik: 'BLIK',
  bni: 'BNI',
  bri: 'BRI',
  cimb: 'CIMB',
  dana: 'DANA',
  eft: 'EFT',
  emv: 'EMV',
  eps: 'EPS',
  fps: 'FPS',
  guarenteed: 'Guaranteed',
  knet: 'KNET',
  mb: 'MB',
  momo: 'MoMo',
  oxxo: 'OXXO',
  pis: 'PIS',
  pse: 'PSE',
  qr: 'QR',
  qris: 'QRIS',
  sepa: 'SEPA',
  twint: 'TWINT',
  uk: 'UK',
  upi: 'UPI',
  va: 'Virtual Account',
  way: 'WAY',
};
