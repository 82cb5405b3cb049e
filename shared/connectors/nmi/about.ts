import type { About, MethodAbility } from '../interface/about.ts';
import { nmiCurrencies } from './currencies.ts';

const card = (type: 'credit' | 'debit'): MethodAbility => ({
  method: 'card',
  type,
  captureMethods: ['automatic', 'sequential_automatic', 'manual'],
  refunds: true,
  mandates: true,
  threeDs: false,
  networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'DinersClub', 'JCB'],
});

export const aboutNmi: About = {
  name: 'nmi',
  displayName: 'NMI',
  description: 'Card payments through the gateway of NMI.',
  credentials: ['BodyKey', 'HeaderKey'],
  // The security key tells whether money is real.
  addresses: { api: { test: 'https://secure.nmi.com/', live: 'https://secure.nmi.com/' } },
  currencies: nmiCurrencies,
  methods: [card('credit'), card('debit')],
  features: ['verify', 'capture', 'void', 'voidCaptured', 'refund', 'syncRefund'],
  webhooks: ['payments', 'refunds'],
  // The query finds by our order id. How far it may lag is not documented.
  lookup: { by: 'search', lagSeconds: 60 },
  checks: ['avs', 'cvv'],
  externalThreeDs: true,
  documentation: 'https://secure.nmi.com/merchants/resources/integration/integration_portal.php',
};
