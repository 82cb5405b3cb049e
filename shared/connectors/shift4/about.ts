import type { About, MethodAbility } from '../interface/about.ts';
import { shift4Currencies } from './currencies.ts';

const atOnce = ['automatic', 'sequential_automatic'] as const;

const card = (type: 'credit' | 'debit'): MethodAbility => ({
  method: 'card',
  type,
  captureMethods: [...atOnce, 'manual'],
  refunds: true,
  mandates: true,
  threeDs: false,
  // No field of its API marks an order by mail or telephone.
  mailOrders: false,
  networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'DinersClub', 'JCB'],
});

/** The wallet's encrypted token, as it is. */
const wallet = (type: 'apple_pay' | 'google_pay'): MethodAbility => ({
  method: 'wallet',
  type,
  variants: [type],
  captureMethods: [...atOnce, 'manual'],
  refunds: true,
  mandates: false,
});

const redirect = (type: 'ideal' | 'eps', country: 'NL' | 'AT'): MethodAbility => ({
  method: 'bank_redirect',
  type,
  variants: [type],
  captureMethods: atOnce,
  refunds: true,
  mandates: false,
  currencies: ['EUR'],
  countries: [country],
});

export const aboutShift4: About = {
  name: 'shift4',
  displayName: 'Shift4',
  description: 'Cards and wallets, and iDEAL and eps by redirect.',
  credentials: ['HeaderKey'],
  liveCredentials: /^(?:sk|pr)_live_/,
  // The secret key decides whether money is real.
  addresses: { api: { test: 'https://api.shift4.com/', live: 'https://api.shift4.com/' } },
  currencies: shift4Currencies,
  methods: [
    ...[card('credit'), card('debit'), wallet('apple_pay'), wallet('google_pay')],
    ...[redirect('ideal', 'NL'), redirect('eps', 'AT')],
  ],
  features: ['verify', 'capture', 'void', 'increment', 'refund', 'syncRefund', 'checkCredentials'],
  webhooks: ['payments', 'refunds', 'disputes', 'mandates'],
  webhookSubjects: 'connector id',
  // By the metadata of the newest charges; Shift4 does not document how soon it lists one.
  lookup: { by: 'search', lagSeconds: 60 },
  checks: ['avs'],
  documentation: 'https://dev.shift4.com/docs/api',
};
