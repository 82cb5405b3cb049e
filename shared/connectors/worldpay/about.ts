import type { About, MethodAbility } from '../interface/about.ts';
import { worldpayCurrencies } from './currencies.ts';

const card = (type: 'credit' | 'debit'): MethodAbility => ({
  method: 'card',
  type,
  captureMethods: ['automatic', 'sequential_automatic', 'manual'],
  refunds: true,
  mandates: true,
  threeDs: true,
  networks: [
    'Visa',
    'Mastercard',
    'AmericanExpress',
    'CartesBancaires',
    'DinersClub',
    'Discover',
    'JCB',
    'Maestro',
  ],
});

/** The wallet's encrypted token, as it is. */
const wallet = (type: 'apple_pay' | 'google_pay'): MethodAbility => ({
  method: 'wallet',
  type,
  variants: [type],
  captureMethods: ['automatic', 'sequential_automatic', 'manual'],
  refunds: true,
  mandates: false,
});

export const aboutWorldpay: About = {
  name: 'worldpay',
  displayName: 'Worldpay',
  description: 'Cards and wallets worldwide, with 3-D Secure and stored cards.',
  credentials: ['BodyKey', 'SignatureKey'],
  addresses: {
    api: { test: 'https://try.access.worldpay.com/', live: 'https://access.worldpay.com/' },
  },
  methods: [card('credit'), card('debit'), wallet('apple_pay'), wallet('google_pay')],
  currencies: worldpayCurrencies,
  checks: ['avs', 'cvv'],
  waits: {
    refund: 'until the event refunded or refundFailed, usually days, where Worldpay sends it',
  },
  features: [
    'complete',
    'verify',
    'capture',
    'void',
    'increment',
    'refund',
    'syncRefund',
    'checkCredentials',
  ],
  webhooks: ['payments', 'refunds', 'disputes'],
  // Its ids contain the possible next steps.
  renames: ['payment', 'refund'],
  isVerificationRequired: true,
  takesNetworkTransactionId: true,
  // Events are found by our reference; they may be a quarter of an hour behind.
  lookup: { by: 'search', lagSeconds: 900 },
  documentation: 'https://developer.worldpay.com/products/payments/openapi',
};
