import { cards, wallets } from '../formats/method-abilities.ts';
import type { About } from '../interface/about.ts';
import { worldpayCurrencies } from './currencies.ts';

export const aboutWorldpay: About = {
  name: 'worldpay',
  displayName: 'Worldpay',
  description: 'Cards and wallets worldwide, with 3-D Secure and stored cards.',
  credentials: ['BodyKey', 'SignatureKey'],
  addresses: {
    api: { test: 'https://try.access.worldpay.com/', live: 'https://access.worldpay.com/' },
  },
  methods: [
    ...cards({
      threeDs: true,
      networks: [
        ...['Visa', 'Mastercard', 'AmericanExpress', 'CartesBancaires', 'DinersClub', 'Discover'],
        ...['JCB', 'Maestro'],
      ],
    }),
    // The wallet's encrypted token, as it is.
    ...wallets(),
  ],
  currencies: worldpayCurrencies,
  checks: ['avs', 'cvv'],
  externalThreeDs: true,
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
  // It authorizes with the answer to the challenge, which `complete` brings.
  givenUp: 'uncompleted',
  api: { version: '2024-06-01', readOn: '2026-12-01' },
  documentation: 'https://developer.worldpay.com/products/payments/openapi',
};
