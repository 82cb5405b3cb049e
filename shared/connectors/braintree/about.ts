import type { About, MethodAbility } from '../interface/about.ts';
import { braintreeCurrencies } from './currencies.ts';

const card = (type: 'credit' | 'debit'): MethodAbility => ({
  method: 'card',
  type,
  captureMethods: ['automatic', 'sequential_automatic', 'manual'],
  refunds: true,
  mandates: true,
  // Braintree authenticates customers only by a script of its own in the merchant's page.
  threeDs: false,
  networks: [
    'Visa',
    'Mastercard',
    'AmericanExpress',
    'Discover',
    'JCB',
    'DinersClub',
    'UnionPay',
    'Maestro',
  ],
});

/** The wallet's token as it is, or the card that the merchant has decrypted. */
const wallet = (type: 'apple_pay' | 'google_pay'): MethodAbility => ({
  method: 'wallet',
  type,
  variants: [type],
  captureMethods: ['automatic', 'sequential_automatic', 'manual'],
  refunds: true,
  mandates: false,
});

export const aboutBraintree: About = {
  name: 'braintree',
  displayName: 'Braintree',
  description: 'Cards and wallets by the GraphQL API of Braintree.',
  credentials: ['SignatureKey'],
  addresses: {
    api: {
      test: 'https://payments.sandbox.braintree-api.com/',
      live: 'https://payments.braintree-api.com/',
    },
  },
  currencies: braintreeCurrencies,
  methods: [card('credit'), card('debit'), wallet('apple_pay'), wallet('google_pay')],
  features: [
    'verify',
    'revokeMandate',
    'capture',
    'void',
    'voidCaptured',
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
  checks: ['avs', 'cvv'],
  waits: { refund: 'until a settlement batch has settled it, which only a sync reports' },
  documentation: 'https://developer.paypal.com/braintree/graphql/',
};
