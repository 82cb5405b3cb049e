import type { About, MethodAbility } from '../interface/about.ts';

const atOnce = ['automatic', 'sequential_automatic'] as const;

const card = (type: 'credit' | 'debit'): MethodAbility => ({
  method: 'card',
  type,
  captureMethods: [...atOnce, 'manual'],
  refunds: true,
  mandates: true,
  threeDs: false,
  networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'DinersClub', 'JCB'],
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
  description: 'Card payments, and iDEAL and eps by redirect.',
  credentials: ['HeaderKey'],
  liveCredentials: /^(?:sk|pr)_live_/,
  // The secret key tells whether money is real.
  addresses: { api: { test: 'https://api.shift4.com/', live: 'https://api.shift4.com/' } },
  methods: [card('credit'), card('debit'), redirect('ideal', 'NL'), redirect('eps', 'AT')],
  features: ['verify', 'capture', 'increment', 'refund', 'syncRefund'],
  webhooks: ['payments'],
  webhookSubjects: 'connector id',
  // A charge carries no reference of ours.
  lookup: { by: 'none' },
  documentation: 'https://dev.shift4.com/docs/api',
};
