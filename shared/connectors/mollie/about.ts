import { bankRedirect, cards, wallets } from '../formats/method-abilities.ts';
import type { About } from '../interface/about.ts';
import { mollieCurrencies } from './currencies.ts';

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
    ...cards({
      mandates: false,
      threeDs: true,
      // No field of its API marks an order by mail or telephone.
      mailOrders: false,
      networks: ['Visa', 'Mastercard', 'AmericanExpress', 'CartesBancaires', 'Maestro'],
      payerFields: ['billing.address.first_name', 'billing.address.last_name'],
    }),
    // The wallet's encrypted token, as it is.
    ...wallets(),
    bankRedirect('ideal', ['EUR'], ['NL']),
    bankRedirect('eps', ['EUR'], ['AT']),
    bankRedirect('bancontact_card', ['EUR'], ['BE']),
    bankRedirect('przelewy24', ['EUR', 'PLN'], ['PL']),
  ],
  currencies: mollieCurrencies,
  features: ['capture', 'void', 'refund', 'syncRefund', 'checkCredentials'],
  waits: { refund: 'until Mollie has sent it to the bank, or has enough of a balance for it' },
  webhooks: ['payments', 'refunds', 'disputes'],
  webhookSubjects: 'connector id',
  // Payments cannot be listed by a reference of ours.
  lookup: { by: 'none' },
  // It refuses where `isCancelable` of the payment is false.
  givenUp: 'voided',
  documentation: 'https://docs.mollie.com/reference/v2/payments-api/overview',
};
