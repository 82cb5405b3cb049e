import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { published } from './published-words.ts';

const once = { sequenceType: 'oneoff' };
const byCard = { futureUsage: 'off_session' } as const;

export const mollieFacts: ConnectorFacts = {
  amounts: 'major',
  keys: { live: ['live_key', 'live_abcd'], test: ['test_key'] },
  credentialsCheck: {
    credentials: { auth_type: 'HeaderKey', api_key: 'test_key' },
    asked: 'GET https://api.mollie.com/v2/methods',
    accepted: [200, { count: 0, _embedded: { methods: [] } }],
    refused: [
      401,
      {
        status: 401,
        title: 'Unauthorized Request',
        detail: 'Missing authentication, or failed to authenticate',
      },
    ],
    words: {
      code: 'Unauthorized Request',
      message: 'Missing authentication, or failed to authenticate',
    },
  },
  foreignWebhooks: [],
  decryptedWallets: {
    'google_pay without a cryptogram': ['card-tokens', '"cardNumber":"4111111111111111"'],
  },
  /**
   * The switch stores no cards at Mollie, and `first` and `recurring` are for cards that Mollie
   * stores.
   *
   * @see https://github.com/mollie/openapi/blob/main/specs.yaml (sequence-type)
   */
  storedCredentials: {
    mandate: 'none',
    before: [{ cardToken: 'tkn_1' }],
    members: ['sequenceType', 'mandateId', 'customerId'],
    cases: {
      'customer, first, recurring': once,
      'customer, first, unscheduled': once,
      'customer, later, recurring': once,
      'customer, later, unscheduled': once,
      'merchant, first, recurring': once,
      'merchant, first, unscheduled': once,
      'merchant, later, recurring': once,
      'merchant, later, unscheduled': once,
    },
    given: {
      'customer, later, recurring': {},
      'customer, later, unscheduled': {},
      'merchant, first, recurring': byCard,
      'merchant, first, unscheduled': byCard,
      'merchant, later, recurring': {},
      'merchant, later, unscheduled': {},
    },
  },
  published,
  recordings: {
    account: ({ apiKey = '', profileToken = '' }) => ({
      credentials: { auth_type: 'BodyKey', api_key: apiKey, key1: profileToken },
    }),
  },
  // https://github.com/mollie/openapi/blob/main/specs.yaml, as JSON
  descriptions: [
    {
      files: ['mollie-openapi.json'],
      base: /^https:\/\/api\.mollie\.com(?=\/v2\/)/,
      // A refund is described as it is answered, and one recorded payment leads the customer nowhere.
      optional: [
        ...['mode', 'status', 'description', 'metadata', 'createdAt', 'paymentId', '_links'],
        'redirectUrl',
      ],
    },
  ],
};
