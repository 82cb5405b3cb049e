import {
  atOnce,
  atOnceOrLater,
  bankRedirect,
  cards,
  networkTokens,
  wallets,
} from '../formats/method-abilities.ts';
import type { MethodAbility } from '../interface/about.ts';

const captureMethods = [...atOnceOrLater, 'manual_multiple'] as const;

type Differences = Partial<Omit<MethodAbility, 'method' | 'type' | 'variants'>>;

/** A method whose data have one shape, which Adyen refunds and does not store. */
const method = (
  family: MethodAbility['method'],
  type: MethodAbility['type'],
  variants: readonly string[],
  differences: Differences,
): MethodAbility => ({
  method: family,
  type,
  variants,
  captureMethods: atOnce,
  refunds: true,
  mandates: false,
  ...differences,
});

const inOne = (currency: string, country: string) => ({
  currencies: [currency],
  countries: [country],
});

const address = [
  'billing.address.line1',
  'billing.address.city',
  'billing.address.zip',
  'billing.address.country',
] as const;
const payer = [
  'billing.email',
  'billing.address.first_name',
  'billing.address.last_name',
  ...address,
] as const;

const later = { captureMethods: atOnceOrLater } as const;

/**
 * The payment methods at Adyen. Its plugin for Magento lists those that can be captured later.
 *
 * @see https://docs.adyen.com/payment-methods
 * @see https://github.com/Adyen/adyen-magento2/blob/main/etc/config.xml (supports_manual_capture)
 */
export const adyenMethods: readonly MethodAbility[] = [
  ...cards({
    captureMethods,
    threeDs: true,
    networks: [
      ...['Visa', 'Mastercard', 'AmericanExpress', 'CartesBancaires', 'DinersClub', 'Discover'],
      ...['JCB', 'UnionPay'],
    ],
  }),
  // The wallet's encrypted token as it is, or the card that the merchant has decrypted.
  ...wallets({ captureMethods }),
  networkTokens({ captureMethods }),
  // It leaves a SEPA debit for later charges.
  { ...bankRedirect('ideal', ['EUR'], ['NL']), mandates: true },
  bankRedirect('bancontact_card', ['EUR'], ['BE']),
  bankRedirect('bizum', ['EUR'], ['ES']),
  bankRedirect('blik', ['PLN'], ['PL']),
  bankRedirect('online_banking_finland', ['EUR'], ['FI']),
  bankRedirect('open_banking_uk', ['GBP'], ['GB']),
  bankRedirect('trustly', ['CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'PLN', 'SEK']),
  method('bank_debit', 'ach', ['ach_bank_debit'], {
    ...later,
    ...inOne('USD', 'US'),
    mandates: true,
    payerFields: address,
  }),
  method('bank_debit', 'bacs', ['bacs_bank_debit'], { ...later, ...inOne('GBP', 'GB') }),
  method('bank_debit', 'becs', ['becs_bank_debit'], inOne('AUD', 'AU')),
  method('bank_debit', 'sepa', ['sepa_bank_debit'], {
    ...later,
    mandates: true,
    currencies: ['EUR'],
  }),
  method('bank_transfer', 'pix', ['pix'], inOne('BRL', 'BR')),
  method('pay_later', 'affirm', ['affirm_redirect'], {
    ...later,
    currencies: ['CAD', 'USD'],
    countries: ['CA', 'US'],
    payerFields: payer,
  }),
  method('pay_later', 'afterpay_clearpay', ['afterpay_clearpay_redirect'], {
    ...later,
    currencies: ['AUD', 'CAD', 'GBP', 'NZD', 'USD'],
    countries: ['AU', 'CA', 'GB', 'NZ', 'US'],
    payerFields: payer,
  }),
  method('pay_later', 'alma', ['alma_redirect'], { ...later, currencies: ['EUR'] }),
  method('pay_later', 'atome', ['atome_redirect'], {
    currencies: ['HKD', 'MYR', 'SGD'],
    countries: ['HK', 'MY', 'SG'],
    payerFields: payer,
  }),
  method('pay_later', 'klarna', ['klarna_redirect'], {
    ...later,
    currencies: [
      ...['AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'NZD', 'PLN', 'RON', 'SEK'],
      'USD',
    ],
    payerFields: ['billing.email', 'billing.address.country'],
  }),
  // Its payments are only captured by the merchant.
  method('pay_later', 'walley', ['walley_redirect'], {
    captureMethods: ['manual'],
    currencies: ['DKK', 'EUR', 'NOK', 'SEK'],
    countries: ['DK', 'FI', 'NO', 'SE'],
    payerFields: payer,
  }),
  method('wallet', 'ali_pay', ['ali_pay_redirect'], {}),
  method('wallet', 'ali_pay_hk', ['ali_pay_hk_redirect'], {}),
  method('wallet', 'dana', ['dana_redirect'], inOne('IDR', 'ID')),
  method('wallet', 'gcash', ['gcash_redirect'], inOne('PHP', 'PH')),
  method('wallet', 'kakao_pay', ['kakao_pay_redirect'], inOne('KRW', 'KR')),
  method('wallet', 'mobile_pay', ['mobile_pay_redirect'], {
    ...later,
    currencies: ['DKK', 'EUR'],
    countries: ['DK', 'FI'],
  }),
  method('wallet', 'momo', ['momo_redirect'], inOne('VND', 'VN')),
  method('wallet', 'paypal', ['paypal_redirect'], later),
  method('wallet', 'swish', ['swish_qr'], inOne('SEK', 'SE')),
  method('wallet', 'touch_n_go', ['touch_n_go_redirect'], inOne('MYR', 'MY')),
  method('wallet', 'twint', ['twint_redirect'], { ...later, ...inOne('CHF', 'CH') }),
  method('wallet', 'we_chat_pay', ['we_chat_pay_redirect', 'we_chat_pay_qr'], {}),
];
