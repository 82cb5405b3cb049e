import { atOnceOrLater, cards, wallets } from '../formats/method-abilities.ts';
import type { About } from '../interface/about.ts';
import { banksWith } from './banks.ts';
import { cybersourceCurrencies } from './currencies.ts';

const cybersource: About = {
  name: 'cybersource',
  displayName: 'Cybersource',
  nameInRefusals: 'Cybersource',
  description:
    'Card payments through Visa Acceptance, with 3-D Secure, stored cards and increments.',
  credentials: ['SignatureKey'],
  addresses: {
    api: { test: 'https://apitest.cybersource.com/', live: 'https://api.cybersource.com/' },
  },
  currencies: cybersourceCurrencies,
  checks: ['avs', 'cvv'],
  externalThreeDs: true,
  levelData: 'level 3',
  waits: { refund: "until the merchant's batch was sent, mostly a day" },
  methods: [
    ...cards({
      captureMethods: [...atOnceOrLater, 'manual_multiple'],
      threeDs: true,
      networks: [
        ...['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'DinersClub', 'JCB'],
        ...['CartesBancaires', 'UnionPay', 'Maestro'],
      ],
      payerFields: [
        'billing.email',
        'billing.address.first_name',
        'billing.address.last_name',
        'billing.address.line1',
        'billing.address.city',
        'billing.address.state',
        'billing.address.country',
        'billing.address.zip',
      ],
    }),
    // The token of a wallet, encrypted for Cybersource or decrypted by the merchant.
    ...wallets(),
  ],
  features: [
    'complete',
    'verify',
    'revokeMandate',
    'capture',
    'void',
    'voidCaptured',
    'increment',
    'refund',
    'syncRefund',
    'registerWebhook',
    'checkCredentials',
  ],
  webhooks: ['payments', 'refunds'],
  webhookSubjects: 'connector id',
  // A refund that follows on another has an id of its own.
  renames: ['refund'],
  takesNetworkTransactionId: true,
  // It charges only once the customer is back from the bank, by the card.
  givenUp: 'uncompleted',
  completesWithCard: true,
  // How far the search is behind is not documented.
  lookup: { by: 'search', lagSeconds: 300 },
  api: { version: 'v2', readOn: '2026-12-01' },
  documentation: 'https://developer.cybersource.com/api-reference-assets/index.html',
};

export const aboutCybersource: readonly About[] = [cybersource, ...banksWith(cybersource)];
