import type { About, MethodAbility } from '../interface/about.ts';
import { mollieCurrencies } from './currencies.ts';

const atOnce = ['automatic', 'sequential_automatic'] as const;

const card = (type: 'credit' | 'debit'): MethodAbility => ({
  method: 'card',
  type,
  captureMethods: [...atOnce, 'manual'],
  refunds: true,
  mandates: false,
  threeDs: true,
  // No field of its API marks an order by mail or telephone.
  mailOrders: false,
  networks: ['Visa', 'Mastercard', 'AmericanExpress', 'CartesBancaires', 'Maestro'],
  payerFields: ['billing.address.first_name', 'billing.address.last_name'],
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

const redirect = (
  type: MethodAbility['type'],
  currencies: readonly string[],
  countries?: readonly string[],
): MethodAbility => ({
  method: 'bank_redirect',
  type,
  variants: [type],
  captureMethods: atOnce,
  refunds: true,
  mandates: false,
  currencies,
  ...(countries && { countries }),
});

export const aboutMollie: About = {
  name: 'mollie',
  displayName: 'Mollie',
  description: 'Card payments with 3-D Secure, wallets, and European bank redirects.',
  credentials: ['BodyKey', 'HeaderKey'],
  liveCredentials: /^live_/,
  // The API key decides whether money is real. Card numbers have a host of their own.
  addresses: {
    api: { test: 'https://api.mollie.com/', live: 'https://api.mollie.com/' },
    cards: { test: 'https://api.cc.mollie.com/', live: 'https://api.cc.mollie.com/' },
  },
  methods: [
    card('credit'),
    card('debit'),
    wallet('apple_pay'),
    wallet('google_pay'),
    redirect('ideal', ['EUR'], ['NL']),
    redirect('eps', ['EUR'], ['AT']),
    redirect('bancontact_card', ['EUR'], ['BE']),
    redirect('przelewy24', ['EUR', 'PLN'], ['PL']),
  ],
  currencies: mollieCurrencies,
  features: ['capture', 'void', 'refund', 'syncRefund', 'checkCredentials'],
  waits: { refund: 'until Mollie has sent it to the bank, or has enough of a balance for it' },
  webhooks: ['payments', 'refunds', 'disputes'],
  webhookSubjects: 'connector id',
  // Payments cannot be listed by a reference of ours.
  lookup: { by: 'none' },
  documentation: 'https://docs.mollie.com/reference/v2/payments-api/overview',
};
