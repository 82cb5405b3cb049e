import { achDebits, cards, networkTokens, wallets } from '../formats/method-abilities.ts';
import type { About } from '../interface/about.ts';
import { nmiCurrencies } from './currencies.ts';

export const aboutNmi: About = {
  name: 'nmi',
  displayName: 'NMI',
  nameInRefusals: 'Nmi',
  description: 'Cards, wallets and debits by ACH through the gateway of NMI.',
  credentials: ['BodyKey', 'HeaderKey'],
  // The security key decides whether money is real.
  addresses: { api: { test: 'https://secure.nmi.com/', live: 'https://secure.nmi.com/' } },
  currencies: nmiCurrencies,
  methods: [
    ...cards({
      networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'DinersClub', 'JCB'],
    }),
    // The wallet's token that is encrypted for NMI, or the card that the merchant has decrypted.
    ...wallets(),
    networkTokens(),
    achDebits,
  ],
  features: [
    'verify',
    'capture',
    'void',
    'voidCaptured',
    'refund',
    'syncRefund',
    'checkCredentials',
  ],
  webhooks: ['payments', 'refunds'],
  // The query finds by our order id. How far it may lag is not documented.
  lookup: { by: 'search', lagSeconds: 60 },
  checks: ['avs', 'cvv'],
  externalThreeDs: true,
  levelData: 'level 2',
  api: { version: 'unversioned', readOn: '2026-12-01' },
  documentation: 'https://secure.nmi.com/merchants/resources/integration/integration_portal.php',
};
