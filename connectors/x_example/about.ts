import { cards } from '#connectors/formats/method-abilities.ts';
import type { About } from '#connectors/interface/about.ts';

/** Example Bank, by the API in README.md. */
export const about: About = {
  name: 'x_example',
  displayName: 'Example Bank',
  description: 'Cards at the bank of the guide.',
  interfaceVersion: 1,
  api: { version: '1', readOn: '2026-12-01' },
  credentials: ['HeaderKey'],
  liveCredentials: /^live_/,
  addresses: {
    api: { test: 'https://test.bank.example/', live: 'https://bank.example/' },
  },
  currencies: { source: 'https://bank.example/currencies', listed: ['EUR', 'JPY', 'USD'] },
  methods: cards({ mandates: false, mailOrders: false, networks: ['Visa', 'Mastercard'] }),
  features: ['capture', 'void', 'refund', 'syncRefund', 'checkCredentials'],
  webhooks: ['payments', 'refunds'],
  lookup: { by: 'reference' },
};
