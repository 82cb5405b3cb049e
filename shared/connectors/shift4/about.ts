import { bankRedirect, cards, wallets } from '../formats/method-abilities.ts';
import type { About } from '../interface/about.ts';
import { shift4Currencies } from './currencies.ts';

export const aboutShift4: About = {
  name: 'shift4',
  displayName: 'Shift4',
  description: 'Cards with 3-D Secure, wallets, and iDEAL and eps by redirect.',
  credentials: ['HeaderKey'],
  liveCredentials: /^(?:sk|pr)_live_/,
  // The secret key decides whether money is real.
  addresses: {
    api: { test: 'https://api.shift4.com/', live: 'https://api.shift4.com/' },
    uploads: { test: 'https://uploads.api.shift4.com/', live: 'https://uploads.api.shift4.com/' },
  },
  currencies: shift4Currencies,
  methods: [
    ...cards({
      threeDs: true,
      // No field of its API marks an order by mail or telephone.
      mailOrders: false,
      networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'DinersClub', 'JCB'],
    }),
    // The wallet's encrypted token, as it is.
    ...wallets(),
    bankRedirect('ideal', ['EUR'], ['NL']),
    bankRedirect('eps', ['EUR'], ['AT']),
  ],
  features: [
    'complete',
    'verify',
    'capture',
    'void',
    'increment',
    'refund',
    'syncRefund',
    'acceptDispute',
    'submitEvidence',
    'syncDispute',
    'listDisputes',
    'uploadEvidenceFile',
    'checkCredentials',
  ],
  webhooks: ['payments', 'refunds', 'disputes', 'mandates'],
  webhookSubjects: 'connector id',
  // By the metadata of the newest charges; Shift4 does not document how soon it lists one.
  lookup: { by: 'search', lagSeconds: 60 },
  checks: ['avs'],
  externalThreeDs: true,
  api: { version: 'unversioned', readOn: '2026-12-01' },
  documentation: 'https://dev.shift4.com/docs/api',
};
