import {
  atOnce,
  atOnceOrLater,
  cards,
  networkTokens,
  wallets,
} from '../formats/method-abilities.ts';
import type { About } from '../interface/about.ts';
import { braintreeCurrencies, payPalCurrencies } from './currencies.ts';

export const aboutBraintree: About = {
  name: 'braintree',
  displayName: 'Braintree',
  description:
    'Cards, wallets, PayPal and debits of bank accounts in the United States, by the GraphQL API of Braintree.',
  credentials: ['SignatureKey'],
  addresses: {
    api: {
      test: 'https://payments.sandbox.braintree-api.com/',
      live: 'https://payments.braintree-api.com/',
    },
  },
  currencies: braintreeCurrencies,
  methods: [
    // Only Braintree's own script in a page may show the bank's challenge.
    ...cards({
      networks: [
        ...['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'JCB', 'DinersClub'],
        ...['UnionPay', 'Maestro'],
      ],
    }),
    // The wallet's token as it is, or the card that the merchant has decrypted.
    ...wallets(),
    {
      method: 'wallet',
      type: 'paypal',
      variants: ['paypal_redirect'],
      captureMethods: [...atOnceOrLater, 'manual_multiple'],
      refunds: true,
      mandates: false,
      currencies: payPalCurrencies,
    },
    networkTokens(),
    {
      method: 'bank_debit',
      type: 'ach',
      variants: ['ach_bank_debit'],
      captureMethods: atOnce,
      refunds: true,
      mandates: true,
      currencies: ['USD'],
    },
  ],
  features: [
    'complete',
    'verify',
    'revokeMandate',
    'capture',
    'void',
    'voidCaptured',
    'increment',
    'refund',
    'syncRefund',
    'acceptDispute',
    'submitEvidence',
    'syncDispute',
    'uploadEvidenceFile',
    'checkCredentials',
  ],
  webhooks: ['payments', 'refunds', 'disputes', 'mandates'],
  webhookSubjects: 'connector id',
  takesNetworkTransactionId: true,
  // By the order id; Braintree does not document how soon its search finds a transaction.
  lookup: { by: 'search', lagSeconds: 60 },
  // What the customer has approved at PayPal is charged by `complete` only.
  givenUp: 'uncompleted',
  checks: ['avs', 'cvv'],
  externalThreeDs: true,
  levelData: 'level 3',
  waits: { refund: 'until a settlement batch has settled it, which only a sync reports' },
  api: { version: '2019-01-01', readOn: '2026-12-01' },
  documentation: 'https://developer.paypal.com/braintree/graphql/',
};
