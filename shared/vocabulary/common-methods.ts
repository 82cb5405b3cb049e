import { ownMember } from '#platform/own-member.ts';
import type { Country } from './countries.ts';
import type { Currency } from './currencies.ts';
import type { PaymentMethodType } from './payment-methods.ts';

/** A payment method type, or cards of all types. */
export type RankedType = 'card' | PaymentMethodType;

/**
 * The methods by which most payers of a country pay on the web, the most used first, after the
 * country's currency. The ranks are common knowledge, and no survey was counted for them; a merchant
 * who knows better states the methods of each account.
 */
const byCountry: Partial<
  Readonly<Record<Country, readonly [currency: Currency, ...types: RankedType[]]>>
> = {
  AT: ['EUR', 'card', 'paypal', 'klarna', 'eps', 'sepa'],
  AU: ['AUD', 'card', 'paypal', 'afterpay_clearpay', 'becs'],
  BE: ['EUR', 'bancontact_card', 'card', 'paypal', 'klarna'],
  BH: ['BHD', 'card', 'benefit'],
  BR: ['BRL', 'pix', 'pix_qr', 'pix_emv', 'card', 'boleto'],
  CA: ['CAD', 'card', 'interac', 'paypal', 'affirm', 'klarna'],
  CH: ['CHF', 'twint', 'card', 'paypal', 'klarna'],
  CL: ['CLP', 'card', 'red_compra'],
  CN: ['CNY', 'ali_pay', 'we_chat_pay', 'card'],
  CO: ['COP', 'pse', 'card', 'efecty'],
  CZ: ['CZK', 'card', 'online_banking_czech_republic', 'paypal'],
  DE: ['EUR', 'paypal', 'klarna', 'sepa', 'card'],
  DK: ['DKK', 'card', 'mobile_pay', 'paypal', 'klarna'],
  ES: ['EUR', 'card', 'bizum', 'paypal', 'klarna'],
  FI: ['EUR', 'online_banking_finland', 'card', 'mobile_pay', 'paypal', 'klarna'],
  FR: ['EUR', 'card', 'paypal', 'alma', 'klarna'],
  GB: ['GBP', 'card', 'paypal', 'klarna', 'afterpay_clearpay', 'open_banking_uk'],
  HK: ['HKD', 'card', 'ali_pay_hk', 'fps', 'we_chat_pay', 'paypal'],
  ID: ['IDR', 'qris', 'go_pay', 'dana', 'bca_bank_transfer', 'card', 'mandiri_va'],
  IE: ['EUR', 'card', 'paypal', 'klarna'],
  IN: ['INR', 'upi_qr', 'upi_collect', 'upi_intent', 'card'],
  IT: ['EUR', 'card', 'paypal', 'klarna'],
  JP: ['JPY', 'card', 'seven_eleven', 'family_mart', 'lawson', 'pay_easy'],
  KR: ['KRW', 'card', 'kakao_pay'],
  KW: ['KWD', 'knet', 'card'],
  MX: ['MXN', 'card', 'oxxo', 'paypal'],
  MY: ['MYR', 'online_banking_fpx', 'touch_n_go', 'card', 'duit_now'],
  NL: ['EUR', 'ideal', 'card', 'klarna', 'paypal'],
  NO: ['NOK', 'card', 'vipps', 'klarna', 'paypal'],
  NZ: ['NZD', 'card', 'afterpay_clearpay', 'paypal'],
  PE: ['PEN', 'card', 'pago_efectivo'],
  PH: ['PHP', 'gcash', 'card', 'paypal'],
  PL: ['PLN', 'blik', 'przelewy24', 'online_banking_poland', 'card', 'paypal'],
  PT: ['EUR', 'mb_way', 'multibanco', 'card', 'paypal'],
  SE: ['SEK', 'swish', 'klarna', 'card', 'trustly', 'paypal'],
  SG: ['SGD', 'card', 'paypal', 'atome'],
  SK: ['EUR', 'card', 'online_banking_slovakia', 'paypal'],
  TH: ['THB', 'prompt_pay', 'online_banking_thailand', 'card'],
  US: ['USD', 'card', 'paypal', 'cashapp', 'affirm', 'klarna', 'venmo'],
  UY: ['UYU', 'card', 'red_pagos'],
  VN: ['VND', 'viet_qr', 'momo', 'card', 'momo_atm'],
  ZA: ['ZAR', 'card', 'eft', 'payjustnow'],
};

/** The most used methods of the countries that share the euro. */
const inEuro: readonly RankedType[] = [
  'card',
  'paypal',
  'klarna',
  'ideal',
  'bancontact_card',
  'sepa',
];

/** The methods that are used in many countries, the most used first. */
export const usedEverywhere: readonly RankedType[] = [
  'card',
  'apple_pay',
  'google_pay',
  'paypal',
  'klarna',
  'amazon_pay',
];

interface Place {
  /** ISO 4217. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2: the payer's country as an address or a network states it. */
  readonly country: string | undefined;
  /** The country that the browser's language names. It counts where it has the currency. */
  readonly languageCountry: string | undefined;
}

/**
 * The methods that payers at a place use most, the commonest first: those of the payer's country,
 * else those of the currency. Undefined where neither is known.
 */
export function commonMethods({
  currency,
  country,
  languageCountry,
}: Place): readonly RankedType[] | undefined {
  const ofCountry = rowOf(country);
  if (ofCountry) return ofCountry.types;
  const ofLanguage = rowOf(languageCountry);
  if (ofLanguage?.currency === currency) return ofLanguage.types;
  if (currency === 'EUR') return inEuro;
  const [, ...types] = Object.values(byCountry).find(([own]) => own === currency) ?? [];
  return types.length > 0 ? types : undefined;
}

function rowOf(country: string | undefined) {
  const [currency, ...types] = ownMember(byCountry, country ?? '') ?? [];
  return currency && { currency, types };
}
