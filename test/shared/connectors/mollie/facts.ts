import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { published } from './published-words.ts';

const byMandate = { mandateId: 'mdt_1', customerId: 'cst_1' };
const first = { sequenceType: 'first', customerId: 'cst_1', method: 'creditcard' };

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
  emptyAnswers: [204],
  foreignWebhooks: [],
  decryptedWallets: {
    'google_pay without a cryptogram': ['card-tokens', '"cardNumber":"4111111111111111"'],
  },
  /**
   * The first payment makes a mandate, and a later one without the customer is collected from it. A
   * customer who is there pays by the card of a mandate once more.
   *
   * @see https://github.com/mollie/openapi/blob/main/specs.yaml (sequence-type, mandate-scopes)
   */
  storedCredentials: {
    mandate: 'mdt_1',
    customer: 'cst_1',
    before: [{ cardToken: 'tkn_1' }],
    members: ['sequenceType', 'mandateId', 'customerId', 'method'],
    cases: {
      'customer, first, recurring': first,
      'customer, first, unscheduled': first,
      'customer, later, recurring': { ...byMandate, sequenceType: 'oneoff', method: 'creditcard' },
      'customer, later, unscheduled': {
        ...byMandate,
        sequenceType: 'oneoff',
        method: 'creditcard',
      },
      'merchant, first, recurring': first,
      'merchant, first, unscheduled': first,
      'merchant, later, recurring': { ...byMandate, sequenceType: 'recurring' },
      'merchant, later, unscheduled': { ...byMandate, sequenceType: 'recurring' },
    },
    more: [
      [
        'a card that is stored for no charges without its customer',
        { futureUsage: 'on_session' },
        { sequenceType: 'oneoff', method: 'creditcard' },
      ],
    ],
  },
  declines: [
    [{ code: 'AM04', message: 'Insufficient funds' }, 'insufficient_funds'],
    [{ code: 'MD01', message: 'No mandate' }, 'use_another_card'],
    [
      { code: 'Unprocessable Entity', message: 'No suitable mandates found for customer' },
      'use_another_card',
    ],
    [{ code: 'Gone', message: 'The mandate is no longer available' }, 'use_another_card'],
    [{ code: 'Unprocessable Entity', message: 'The amount is higher than the maximum' }, 'unknown'],
  ],
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
