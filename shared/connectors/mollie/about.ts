import { atOnce, bankRedirect, cards, wallets } from '../formats/method-abilities.ts';
import type { About } from '../interface/about.ts';
import { mollieCurrencies } from './currencies.ts';

export const aboutMollie: About = {
  name: 'mollie',
  displayName: 'Mollie',
  description: 'Card payments with 3-D Secure, wallets, SEPA debits, and European bank redirects.',
  credentials: ['BodyKey', 'HeaderKey'],
  liveCredentials: /^live_/,
  // The API key decides whether money is real. Card numbers have a host of their own.
  addresses: {
    api: { test: 'https://api.mollie.com/', live: 'https://api.mollie.com/' },
    cards: { test: 'https://api.cc.mollie.com/', live: 'https://api.cc.mollie.com/' },
  },
  methods: [
    ...cards({
      threeDs: true,
      // No field of its API marks an order by mail or telephone.
      mailOrders: false,
      networks: ['Visa', 'Mastercard', 'AmericanExpress', 'CartesBancaires', 'Maestro'],
      payerFields: ['billing.address.first_name', 'billing.address.last_name'],
    }),
    // The wallet's encrypted token, as it is.
    ...wallets(),
    // These three leave a SEPA debit for later charges.
    { ...bankRedirect('ideal', ['EUR'], ['NL']), mandates: true },
    { ...bankRedirect('eps', ['EUR'], ['AT']), mandates: true },
    { ...bankRedirect('bancontact_card', ['EUR'], ['BE']), mandates: true },
    bankRedirect('przelewy24', ['EUR', 'PLN'], ['PL']),
    {
      method: 'bank_debit',
      type: 'sepa',
      variants: ['sepa_bank_debit'],
      captureMethods: atOnce,
      refunds: true,
      mandates: true,
      currencies: ['EUR'],
    },
  ],
  currencies: mollieCurrencies,
  features: [
    'verify',
    'revokeMandate',
    'capture',
    'void',
    'refund',
    'syncRefund',
    'checkCredentials',
  ],
  waits: { refund: 'until Mollie has sent it to the bank, or has enough of a balance for it' },
  webhooks: ['payments', 'refunds', 'disputes'],
  webhookSubjects: 'connector id',
  // Payments cannot be listed by a reference of ours.
  lookup: { by: 'none' },
  // It refuses where `isCancelable` of the payment is false.
  givenUp: 'voided',
  documentation: 'https://docs.mollie.com/reference/v2/payments-api/overview',
};
