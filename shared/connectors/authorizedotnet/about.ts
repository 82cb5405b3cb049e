import { achDebits, cards, networkTokens, wallets } from '../formats/method-abilities.ts';
import type { About } from '../interface/about.ts';
import { authorizeDotNetCurrencies } from './currencies.ts';

export const aboutAuthorizeDotNet: About = {
  name: 'authorizedotnet',
  displayName: 'Authorize.net',
  description:
    'Cards, Apple Pay and Google Pay in North America, Europe and Australia, and debits by ACH.',
  // An API login and a transaction key look the same live and in the sandbox. In a test deployment
  // live ones reach only the sandbox, which refuses them.
  credentials: ['BodyKey'],
  addresses: {
    api: { test: 'https://apitest.authorize.net/', live: 'https://api.authorize.net/' },
  },
  currencies: authorizeDotNetCurrencies,
  methods: [
    ...cards({
      networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'JCB', 'DinersClub'],
      currencies: authorizeDotNetCurrencies.listed,
    }),
    // The wallet's encrypted token goes to Authorize.net as it is.
    ...wallets({ currencies: authorizeDotNetCurrencies.listed }),
    networkTokens({ currencies: authorizeDotNetCurrencies.listed }),
    achDebits,
  ],
  features: [
    'verify',
    'capture',
    'void',
    'voidCaptured',
    'refund',
    'syncRefund',
    'registerWebhook',
    'checkCredentials',
  ],
  webhooks: ['payments', 'refunds', 'mandates'],
  webhookSubjects: 'connector id',
  isWebhookSecretEntered: true,
  takesNetworkTransactionId: true,
  // The list of unsettled transactions may be a minute behind.
  lookup: { by: 'search', lagSeconds: 60 },
  checks: ['avs', 'cvv'],
  externalThreeDs: true,
  levelData: 'level 3',
  waits: { refund: 'until the batch of its day is settled, which is once a day' },
  api: { version: 'v1', readOn: '2026-12-01' },
  documentation: 'https://developer.authorize.net/api/reference/',
};
