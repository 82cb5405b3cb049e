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

/** A method whose data have one shape, which is charged at once. */
const method = (
  family: MethodAbility['method'],
  type: MethodAbility['type'],
  variant: string,
  differences: Differences = {},
): MethodAbility => ({
  method: family,
  type,
  variants: [variant],
  captureMethods: atOnce,
  refunds: true,
  mandates: false,
  ...differences,
});

const inOne = (currency: string, country: string) => ({
  currencies: [currency],
  countries: [country],
});

const name = ['billing.address.first_name', 'billing.address.last_name'] as const;
const address = [
  'billing.address.line1',
  'billing.address.city',
  'billing.address.zip',
  'billing.address.country',
] as const;

/**
 * The payment methods at Checkout.com. The page of each states that it is captured at once.
 *
 * @see https://www.checkout.com/docs/payments/add-payment-methods
 */
export const checkoutMethods: readonly MethodAbility[] = [
  ...cards({
    captureMethods,
    threeDs: true,
    networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'JCB', 'DinersClub'],
  }),
  // The wallet's token as it is, or the card that the merchant has decrypted.
  ...wallets({ captureMethods, mandates: true }),
  networkTokens({ captureMethods }),
  { ...bankRedirect('bancontact_card', ['EUR'], ['BE']), payerFields: name },
  { ...bankRedirect('eps', ['EUR'], ['AT']), payerFields: name },
  bankRedirect('ideal', ['EUR'], ['NL']),
  { ...bankRedirect('przelewy24', ['EUR', 'PLN'], ['PL']), payerFields: name },
  { ...bankRedirect('trustly', ['EUR', 'GBP', 'SEK']), payerFields: address },
  method('bank_debit', 'ach', 'ach_bank_debit', { ...inOne('USD', 'US'), payerFields: address }),
  method('bank_transfer', 'multibanco', 'multibanco_bank_transfer', {
    ...inOne('EUR', 'PT'),
    payerFields: name,
  }),
  method('card_redirect', 'knet', 'knet', inOne('KWD', 'KW')),
  method('pay_later', 'alma', 'alma_redirect', { currencies: ['EUR'], payerFields: address }),
  method('wallet', 'ali_pay', 'ali_pay_redirect'),
  method('wallet', 'ali_pay_hk', 'ali_pay_hk_redirect'),
  method('wallet', 'dana', 'dana_redirect', { countries: ['ID'] }),
  method('wallet', 'gcash', 'gcash_redirect', { countries: ['PH'] }),
  method('wallet', 'kakao_pay', 'kakao_pay_redirect', { countries: ['KR'] }),
  method('wallet', 'mobile_pay', 'mobile_pay_redirect', {
    currencies: ['DKK', 'EUR'],
    countries: ['DK', 'FI'],
  }),
  method('wallet', 'touch_n_go', 'touch_n_go_redirect', { countries: ['MY'] }),
  method('wallet', 'twint', 'twint_redirect', inOne('CHF', 'CH')),
  method('wallet', 'vipps', 'vipps_redirect', inOne('NOK', 'NO')),
];
