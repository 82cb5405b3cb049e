import { atOnce, atOnceOrLater, cards } from '../formats/method-abilities.ts';
import type { About, MethodAbility } from '../interface/about.ts';
import { stripeCurrencies } from './currencies.ts';

const name = ['billing.address.first_name', 'billing.address.last_name'] as const;
const address = [
  'billing.address.line1',
  'billing.address.city',
  'billing.address.zip',
  'billing.address.country',
] as const;

interface Limits {
  readonly currencies?: readonly string[];
  readonly countries?: readonly string[];
  readonly mandates?: boolean;
  readonly payerFields?: MethodAbility['payerFields'];
}

const method = (
  family: MethodAbility['method'],
  type: MethodAbility['type'],
  variants: readonly string[],
  { mandates = false, ...limits }: Limits = {},
): MethodAbility => ({
  method: family,
  type,
  variants,
  captureMethods: capturedLater.has(type) ? atOnceOrLater : atOnce,
  refunds: true,
  mandates,
  ...limits,
});

/** Methods beside cards that may be captured later. */
const capturedLater: ReadonlySet<string> = new Set([
  'affirm',
  'afterpay_clearpay',
  'klarna',
  'amazon_pay',
  'apple_pay',
  'google_pay',
  'revolut_pay',
  'cashapp',
]);

/** Currencies and countries as Stripe's pages on the methods state them. */
const methods: readonly MethodAbility[] = [
  ...cards({
    threeDs: true,
    captureMethods: [...atOnceOrLater, 'manual_multiple'],
    networks: [
      ...['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'JCB', 'DinersClub'],
      ...['UnionPay', 'CartesBancaires'],
    ],
  }),
  method('pay_later', 'klarna', ['klarna_redirect'], {
    currencies: [
      'AUD',
      'CAD',
      'CHF',
      'CZK',
      'DKK',
      'EUR',
      'GBP',
      'NOK',
      'NZD',
      'PLN',
      'SEK',
      'USD',
    ],
    payerFields: ['billing.email', 'billing.address.country'],
  }),
  method('pay_later', 'afterpay_clearpay', ['afterpay_clearpay_redirect'], {
    currencies: ['AUD', 'CAD', 'EUR', 'GBP', 'NZD', 'USD'],
    countries: ['AU', 'CA', 'ES', 'FR', 'GB', 'NZ', 'US'],
    payerFields: ['billing.email', ...name, ...address],
  }),
  method('pay_later', 'affirm', ['affirm_redirect'], {
    currencies: ['CAD', 'USD'],
    countries: ['CA', 'US'],
  }),
  method('wallet', 'apple_pay', ['apple_pay'], { mandates: true }),
  method('wallet', 'google_pay', ['google_pay'], { mandates: true }),
  method('wallet', 'ali_pay', ['ali_pay_redirect'], {
    currencies: ['AUD', 'CAD', 'CNY', 'EUR', 'GBP', 'HKD', 'JPY', 'MYR', 'NZD', 'SGD', 'USD'],
  }),
  method('wallet', 'we_chat_pay', ['we_chat_pay_redirect', 'we_chat_pay_qr'], {
    currencies: [
      'AUD',
      'CAD',
      'CHF',
      'CNY',
      'DKK',
      'EUR',
      'GBP',
      'HKD',
      'JPY',
      'NOK',
      'SEK',
      'SGD',
      'USD',
    ],
  }),
  method('wallet', 'amazon_pay', ['amazon_pay_redirect'], {
    currencies: [
      'AUD',
      'CHF',
      'DKK',
      'EUR',
      'GBP',
      'HKD',
      'JPY',
      'NOK',
      'NZD',
      'SEK',
      'USD',
      'ZAR',
    ],
  }),
  method('wallet', 'revolut_pay', ['revolut_pay'], { currencies: ['EUR', 'GBP'] }),
  method('wallet', 'cashapp', ['cashapp_qr'], { currencies: ['USD'], countries: ['US'] }),
  // Bancontact, iDEAL and Sofort leave a SEPA debit for later charges.
  method('bank_redirect', 'bancontact_card', ['bancontact_card'], {
    currencies: ['EUR'],
    mandates: true,
    payerFields: name,
  }),
  method('bank_redirect', 'blik', ['blik'], { currencies: ['PLN'] }),
  method('bank_redirect', 'eps', ['eps'], { currencies: ['EUR'], payerFields: name }),
  method('bank_redirect', 'giropay', ['giropay'], { currencies: ['EUR'], payerFields: name }),
  method('bank_redirect', 'ideal', ['ideal'], { currencies: ['EUR'], mandates: true }),
  method('bank_redirect', 'przelewy24', ['przelewy24'], { currencies: ['EUR', 'PLN'] }),
  method('bank_redirect', 'sofort', ['sofort'], {
    currencies: ['EUR'],
    countries: ['AT', 'BE', 'DE', 'ES', 'IT', 'NL'],
    mandates: true,
    payerFields: [...name, 'billing.address.country'],
  }),
  method('bank_debit', 'ach', ['ach_bank_debit'], { currencies: ['USD'], mandates: true }),
  method('bank_debit', 'bacs', ['bacs_bank_debit'], {
    currencies: ['GBP'],
    mandates: true,
    payerFields: address,
  }),
  method('bank_debit', 'becs', ['becs_bank_debit'], { currencies: ['AUD'], mandates: true }),
  method('bank_debit', 'sepa', ['sepa_bank_debit'], { currencies: ['EUR'], mandates: true }),
  method('bank_transfer', 'ach', ['ach_bank_transfer'], { currencies: ['USD'] }),
  method('bank_transfer', 'bacs', ['bacs_bank_transfer'], { currencies: ['GBP'] }),
  method('bank_transfer', 'sepa_bank_transfer', ['sepa_bank_transfer'], { currencies: ['EUR'] }),
  method('bank_transfer', 'multibanco', ['multibanco_bank_transfer'], {
    currencies: ['EUR'],
    payerFields: ['billing.email'],
  }),
];

export const aboutStripe: About = {
  name: 'stripe',
  displayName: 'Stripe',
  description: 'Cards, wallets, bank debits and transfers, and redirects, worldwide.',
  credentials: ['HeaderKey'],
  liveCredentials: /^(?:sk|rk)_live_/,
  addresses: {
    api: { test: 'https://api.stripe.com/', live: 'https://api.stripe.com/' },
    files: { test: 'https://files.stripe.com/', live: 'https://files.stripe.com/' },
  },
  currencies: stripeCurrencies,
  methods,
  // Connected accounts of the merchant's platform.
  payouts: [{ to: ['token'] }],
  features: [
    'verify',
    'revokeMandate',
    'capture',
    'void',
    'increment',
    'refund',
    'syncRefund',
    'payout',
    'fulfillPayout',
    'cancelPayout',
    'acceptDispute',
    'submitEvidence',
    'syncDispute',
    'listDisputes',
    'uploadEvidenceFile',
    'registerWebhook',
    'checkCredentials',
  ],
  webhooks: ['payments', 'refunds', 'disputes', 'mandates', 'payouts'],
  // Disputes, and refunds that were made in Stripe's dashboard, name no reference of ours.
  webhookSubjects: 'connector id',
  takesNetworkTransactionId: true,
  checks: ['avs', 'cvv'],
  externalThreeDs: true,
  levelData: 'level 3',
  waits: { refund: 'days, of debits, and where the balance at Stripe is less than the refund' },
  // Stripe documents that its search is a minute behind, and more during an outage.
  lookup: { by: 'search', lagSeconds: 60 },
  // https://docs.stripe.com/api/payment_intents/cancel: also in `requires_action`.
  givenUp: 'voided',
  api: { version: '2022-11-15', readOn: '2026-12-01' },
  documentation: 'https://docs.stripe.com/api',
};
