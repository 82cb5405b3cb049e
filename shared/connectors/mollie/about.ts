import {
  atOnce,
  atOnceOrLater,
  bankRedirect,
  cards,
  wallets,
} from '../formats/method-abilities.ts';
import type { About, MethodAbility } from '../interface/about.ts';
import { mollieCurrencies } from './currencies.ts';

const name = ['billing.address.first_name', 'billing.address.last_name'] as const;
/** The person who pays later, to whom the method lends. */
const borrower = [
  ...name,
  'billing.email',
  'billing.address.line1',
  'billing.address.zip',
  'billing.address.city',
  'billing.address.country',
] as const;

/** A method whose payer is led to a page, and that charges at once unless it differs. */
const redirect = (
  method: MethodAbility['method'],
  type: MethodAbility['type'],
  variant: string,
  differences: Partial<MethodAbility>,
): MethodAbility => ({
  method,
  type,
  variants: [variant],
  captureMethods: atOnce,
  refunds: true,
  mandates: false,
  ...differences,
});

/** PayPal's currencies among those of Mollie's cards; PayPal has more. */
const paypalCurrencies = mollieCurrencies.listed.filter(
  (currency) => !['AED', 'ISK', 'RON', 'ZAR'].includes(currency),
);

/**
 * Methods beside cards, with their currencies.
 *
 * @see https://docs.mollie.com/docs/multicurrency
 */
const methods: readonly MethodAbility[] = [
  // These three leave a SEPA debit for later charges.
  { ...bankRedirect('ideal', ['EUR'], ['NL']), mandates: true },
  { ...bankRedirect('eps', ['EUR'], ['AT']), mandates: true },
  { ...bankRedirect('bancontact_card', ['EUR'], ['BE']), mandates: true },
  bankRedirect('przelewy24', ['EUR', 'PLN'], ['PL']),
  bankRedirect('bizum', ['EUR'], ['ES']),
  bankRedirect('blik', ['PLN'], ['PL']),
  bankRedirect('open_banking_uk', ['GBP'], ['GB']),
  bankRedirect('trustly', ['DKK', 'EUR', 'GBP', 'NOK']),
  redirect('bank_debit', 'sepa', 'sepa_bank_debit', { currencies: ['EUR'], mandates: true }),
  redirect('bank_transfer', 'multibanco', 'multibanco_bank_transfer', {
    currencies: ['EUR'],
    countries: ['PT'],
  }),
  redirect('bank_transfer', 'sepa_bank_transfer', 'sepa_bank_transfer', {
    currencies: ['EUR'],
    payerFields: ['billing.email'],
  }),
  redirect('pay_later', 'alma', 'alma_redirect', {
    currencies: ['EUR'],
    countries: ['BE', 'FR'],
    payerFields: borrower,
  }),
  redirect('pay_later', 'klarna', 'klarna_redirect', {
    captureMethods: atOnceOrLater,
    currencies: ['CHF', 'CZK', 'DKK', 'EUR', 'NOK'],
    payerFields: borrower,
  }),
  redirect('wallet', 'mb_way', 'mb_way_redirect', { currencies: ['EUR'], countries: ['PT'] }),
  redirect('wallet', 'paypal', 'paypal_redirect', { currencies: paypalCurrencies, mandates: true }),
  redirect('wallet', 'swish', 'swish_qr', { currencies: ['SEK'], countries: ['SE'] }),
  redirect('wallet', 'twint', 'twint_redirect', { currencies: ['CHF'], countries: ['CH'] }),
];

export const aboutMollie: About = {
  name: 'mollie',
  displayName: 'Mollie',
  description:
    'Cards with 3-D Secure, wallets, SEPA debits, pay later, and European bank redirects.',
  credentials: ['BodyKey', 'HeaderKey'],
  liveCredentials: /^live_/,
  // The API key decides whether money is real. Card numbers have a host of their own.
  addresses: {
    api: { test: 'https://api.mollie.com/', live: 'https://api.mollie.com/' },
    cards: { test: 'https://api.cc.mollie.com/', live: 'https://api.cc.mollie.com/' },
  },
  methods: [
    ...cards({
      threeDs: true,
      // No field of its API marks an order by mail or telephone.
      mailOrders: false,
      networks: ['Visa', 'Mastercard', 'AmericanExpress', 'CartesBancaires', 'Maestro'],
      payerFields: name,
    }),
    // The wallet's encrypted token, as it is.
    ...wallets(),
    ...methods,
  ],
  currencies: mollieCurrencies,
  features: [
    'verify',
    'revokeMandate',
    'capture',
    'void',
    'refund',
    'syncRefund',
    'checkCredentials',
  ],
  waits: { refund: 'until Mollie has sent it to the bank, or has enough of a balance for it' },
  webhooks: ['payments', 'refunds', 'disputes'],
  webhookSubjects: 'connector id',
  // Payments cannot be listed by a reference of ours.
  lookup: { by: 'none' },
  // It refuses where `isCancelable` of the payment is false.
  givenUp: 'voided',
  api: { version: 'v2', readOn: '2026-12-01' },
  documentation: 'https://docs.mollie.com/reference/v2/payments-api/overview',
};
