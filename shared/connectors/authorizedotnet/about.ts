import type { About, MethodAbility } from '../interface/about.ts';

/** All have two decimals. */
// biome-ignore format: names read better in rows.
const currencies = [
  'AUD', 'CAD', 'CHF', 'DKK', 'EUR', 'GBP', 'NOK', 'NZD', 'PLN', 'SEK', 'USD', 'ZAR',
] as const;

const card = (type: 'credit' | 'debit'): MethodAbility => ({
  method: 'card',
  type,
  captureMethods: ['automatic', 'sequential_automatic', 'manual'],
  refunds: true,
  mandates: true,
  threeDs: false,
  networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'JCB', 'DinersClub'],
  currencies,
});

export const aboutAuthorizeDotNet: About = {
  name: 'authorizedotnet',
  displayName: 'Authorize.net',
  description: 'Card payments in North America, Europe and Australia.',
  // An API login and a transaction key look the same live and in the sandbox. In a test deployment
  // live ones reach the sandbox alone, which refuses them.
  credentials: ['BodyKey'],
  addresses: {
    api: { test: 'https://apitest.authorize.net/', live: 'https://api.authorize.net/' },
  },
  methods: [card('credit'), card('debit')],
  features: ['verify', 'capture', 'void', 'refund', 'syncRefund', 'registerWebhook'],
  webhooks: ['payments', 'refunds'],
  webhookSubjects: 'connector id',
  isWebhookSecretEntered: true,
  takesNetworkTransactionId: true,
  // The list of unsettled transactions may be a minute behind.
  lookup: { by: 'search', lagSeconds: 60 },
  documentation: 'https://developer.authorize.net/api/reference/',
};
