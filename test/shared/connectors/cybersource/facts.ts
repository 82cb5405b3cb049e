import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { published } from './published-words.ts';

const initiator = (authorization: object, commerceIndicator = 'internet') => ({
  commerceIndicator,
  'authorizationOptions.initiator': authorization,
});
const first = initiator({ type: 'customer', credentialStoredOnFile: true });
const later = initiator({ type: 'customer', storedCredentialUsed: true });
const byMerchant = {
  type: 'merchant',
  storedCredentialUsed: true,
  merchantInitiatedTransaction: { previousTransactionId: 'n_1' },
};
const networkTransactionId = 'n_1';

export const cybersourceFacts: ConnectorFacts = {
  amounts: 'major',
  mailOrder: { mark: '"commerceIndicator":"moto"' },
  emptyAnswers: [204],
  credentialsCheck: {
    credentials: {
      auth_type: 'SignatureKey',
      ...{ api_key: 'key', key1: 'key1', api_secret: 'c2VjcmV0' },
    },
    asked: 'POST https://apitest.cybersource.com/tss/v2/searches',
    accepted: [201, { searchId: '1', totalCount: 0, limit: 50, offset: 0, count: 0 }],
    refused: [401, { response: { rmsg: 'Authentication Failed' } }],
    words: { message: 'Authentication Failed' },
  },
  foreignWebhooks: [
    ...[undefined, null, {}, [], { data: {} }].flatMap((payload) =>
      ['payments.payments.accept', 'payments.refunds.accept'].map(
        (eventType) =>
          [
            `${eventType} with ${JSON.stringify(payload)}`,
            JSON.stringify({ eventType, payload }),
          ] as const,
      ),
    ),
    ['an event of another name', JSON.stringify({ eventType: 'constructor', payload: {} })],
  ],
  decryptedWallets: {
    'apple_pay of a device': ['"tokenizedCard"', '"cavv":"AgAA"'],
    'google_pay without a cryptogram': [
      '"paymentSolution":"012"',
      '"card":{"number":"4111111111111111"',
    ],
  },
  /**
   * The pages of developer.cybersource.com/docs/cybs/en-us/payments/developer/ctv/rest/payments:
   * credentials-recur-intro, credentials-ucof-intro, credentials-mc-subscription-intro and
   * credentials-install-intro, with credentials/credentials-intro/credentials-matrix of the guide
   * to credentials. Each series begins with its customer, so a first charge of the merchant is an
   * order that its customer placed by mail or phone. Cybersource has the customer's intention from
   * the later charges, except for Mastercard's, of which we do not know it at the first one.
   */
  storedCredentials: {
    mandate: 'ABC',
    within: 'processingInformation',
    members: ['commerceIndicator', 'authorizationOptions.initiator'],
    cases: {
      'customer, first, recurring': first,
      'customer, first, unscheduled': first,
      'customer, later, recurring': later,
      'customer, later, unscheduled': later,
      'merchant, first, recurring': first,
      'merchant, first, unscheduled': first,
      'merchant, later, recurring': initiator(byMerchant, 'recurring'),
      'merchant, later, unscheduled': initiator(byMerchant),
    },
    given: {
      'customer, later, recurring': { networkTransactionId },
      'customer, later, unscheduled': { networkTransactionId },
      'merchant, later, recurring': { networkTransactionId },
      'merchant, later, unscheduled': { networkTransactionId },
    },
    more: [
      ['a card that is not stored', {}, { commerceIndicator: 'internet' }],
      [
        'an installment',
        { networkTransactionId, order: { initiator: { by: 'merchant', why: 'installment' } } },
        initiator(
          {
            ...byMerchant,
            merchantInitiatedTransaction: { previousTransactionId: 'n_1', reason: '9' },
          },
          'install',
        ),
      ],
      [
        'an order by telephone',
        { order: { initiator: { by: 'customer' }, channel: 'telephone_order' } },
        { commerceIndicator: 'moto' },
      ],
    ],
  },
  published,
  recordings: {
    account: ({ apiKey = '', merchantAccount = '', apiSecret = '' }) => ({
      credentials: {
        auth_type: 'SignatureKey',
        api_key: apiKey,
        key1: merchantAccount,
        api_secret: apiSecret,
      },
    }),
  },
};
