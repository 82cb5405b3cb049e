import type { About } from '../interface/about.ts';
import { adyenCurrencies } from './currencies.ts';
import { adyenMethods } from './methods.ts';

export const aboutAdyen: About = {
  name: 'adyen',
  displayName: 'Adyen',
  nameInRefusals: 'Adyen',
  description:
    'Cards, wallets and local methods worldwide, with 3-D Secure, several captures and disputes.',
  // Adyen documents no difference between a live API key and one for tests. In a test deployment a
  // live key reaches only Adyen's test host, which refuses it.
  credentials: ['BodyKey', 'SignatureKey'],
  addresses: {
    api: {
      test: 'https://checkout-test.adyen.com/',
      live: 'https://{endpoint_prefix}-checkout-live.adyenpayments.com/checkout/',
    },
    disputes: {
      test: 'https://ca-test.adyen.com/',
      live: 'https://{endpoint_prefix}-ca-live.adyen.com/',
    },
    management: {
      test: 'https://management-test.adyen.com/',
      live: 'https://management-live.adyen.com/',
    },
    transfers: {
      test: 'https://balanceplatform-api-test.adyen.com/',
      live: 'https://balanceplatform-api-live.adyen.com/',
    },
  },
  methods: adyenMethods,
  currencies: adyenCurrencies,
  payouts: [
    { to: ['sepa', 'bacs', 'ach'], needs: ['name'] },
    { to: ['card', 'token'], networks: ['Visa', 'Mastercard'], needs: ['name_parts'] },
  ],
  features: [
    'complete',
    'verify',
    'capture',
    'void',
    'increment',
    'extend',
    'refund',
    'payout',
    'acceptDispute',
    'submitEvidence',
    'registerWebhook',
    'checkCredentials',
  ],
  webhooks: ['payments', 'refunds', 'disputes', 'mandates', 'payouts'],
  // A customer may try several times; each try, and the failure of a refund, has an id of its own.
  renames: ['payment', 'refund'],
  webhookSubjects: 'connector id',
  isVerificationRequired: true,
  takesEvidenceBytes: true,
  takesNetworkTransactionId: true,
  checks: ['avs', 'cvv'],
  externalThreeDs: true,
  // There is no status call: the state comes with webhooks.
  lookup: { by: 'none' },
  api: { version: 'Checkout v68', readOn: '2026-12-01' },
  documentation: 'https://docs.adyen.com/api-explorer/Checkout/68/overview',
};
