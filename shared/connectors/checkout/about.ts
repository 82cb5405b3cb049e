import type { About } from '../interface/about.ts';
import { checkoutCurrencies } from './currencies.ts';
import { checkoutMethods } from './methods.ts';

export const aboutCheckout: About = {
  name: 'checkout',
  displayName: 'Checkout.com',
  description: 'Cards, wallets and local methods worldwide, with 3-D Secure and several captures.',
  credentials: ['SignatureKey'],
  // A test key has `sbox_` behind `sk_`, an older one `test_`. A live one has 27 characters there,
  // an older one a UUID, by the patterns of Checkout.com's own libraries. Any other text that
  // begins so is no test key either, and is refused with them.
  liveCredentials: /^(?:sk|pk)_(?!(?:sbox|test)(?:_|$))/,
  addresses: {
    api: { test: 'https://api.sandbox.checkout.com/', live: 'https://api.checkout.com/' },
  },
  methods: checkoutMethods,
  currencies: checkoutCurrencies,
  payouts: [
    { to: ['card'], networks: ['Visa', 'Mastercard'], needs: ['name_parts'] },
    { to: ['ach', 'bacs', 'sepa'], needs: ['name_parts'] },
    // An instrument or a token of Checkout.com.
    { to: ['token'] },
  ],
  checks: ['avs', 'cvv'],
  externalThreeDs: true,
  features: [
    'verify',
    'capture',
    'void',
    'increment',
    'refund',
    'syncRefund',
    'payout',
    'acceptDispute',
    'submitEvidence',
    'syncDispute',
    'listDisputes',
    'uploadEvidenceFile',
    'registerWebhook',
    'checkCredentials',
  ],
  webhooks: ['payments', 'refunds', 'disputes', 'payouts'],
  webhookSubjects: 'connector id',
  isWebhookSecretChosen: true,
  takesNetworkTransactionId: true,
  // Payments are listed by our reference; the list may be a minute behind.
  lookup: { by: 'search', lagSeconds: 60 },
  api: { version: 'unversioned', readOn: '2026-12-01' },
  documentation: 'https://api-reference.checkout.com/',
};
