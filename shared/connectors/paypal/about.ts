import { atOnceOrLater, cards, networkTokens, wallets } from '../formats/method-abilities.ts';
import type { About } from '../interface/about.ts';
import { paypalCurrencies } from './currencies.ts';

const captureMethods = [...atOnceOrLater, 'manual_multiple'] as const;

export const aboutPaypal: About = {
  name: 'paypal',
  displayName: 'PayPal',
  nameInRefusals: 'Paypal',
  description:
    "Cards with 3-D Secure, PayPal's own wallet, decrypted cards of wallets, several captures.",
  credentials: ['BodyKey', 'SignatureKey'],
  addresses: {
    api: { test: 'https://api-m.sandbox.paypal.com/', live: 'https://api-m.paypal.com/' },
  },
  currencies: paypalCurrencies,
  methods: [
    ...cards({
      captureMethods,
      threeDs: true,
      // No field of its API marks an order by mail or telephone.
      mailOrders: false,
      networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover'],
    }),
    {
      method: 'wallet',
      type: 'paypal',
      variants: ['paypal_redirect', 'paypal_sdk'],
      captureMethods,
      refunds: true,
      mandates: false,
    },
    networkTokens({ captureMethods }),
    // The card of a wallet that the merchant has decrypted.
    ...wallets({ captureMethods }),
  ],
  payouts: [{ to: ['paypal'] }, { to: ['venmo'], currencies: ['USD'] }],
  features: [
    'complete',
    'verify',
    'capture',
    'void',
    'refund',
    'syncRefund',
    'payout',
    'cancelPayout',
    'acceptDispute',
    'submitEvidence',
    'syncDispute',
    'openWalletSession',
    'registerWebhook',
    'checkCredentials',
  ],
  webhooks: ['payments', 'refunds', 'disputes', 'mandates', 'payouts'],
  // Its webhooks contain our reference, but those of refunds only the refund's id.
  webhookSubjects: 'connector id',
  takesEvidenceBytes: true,
  takesNetworkTransactionId: true,
  checks: ['avs', 'cvv'],
  levelData: 'level 3',
  // PayPal finds nothing by our reference.
  lookup: { by: 'none' },
  // An order that the customer has approved is charged by `complete` only.
  givenUp: 'uncompleted',
  waits: {
    capture: 'days, where the customer pays by eCheck or PayPal reviews the payment',
    refund: 'days, where the customer had paid by eCheck',
  },
  api: { version: 'v2', readOn: '2026-12-01' },
  documentation: 'https://developer.paypal.com/docs/api/orders/v2/',
};
