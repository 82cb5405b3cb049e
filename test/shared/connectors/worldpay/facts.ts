import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { published } from './published-words.ts';

const agreement = (type: string, storedCardUsage: string, more: object = {}) => ({
  customerAgreement: { type, storedCardUsage, ...more },
});
const first = agreement('subscription', 'first');
const returning = agreement('cardOnFile', 'subsequent');
const href = 'https://try.access.worldpay.com/tokens/token_1';

export const worldpayFacts: ConnectorFacts = {
  amounts: 'minor',
  mailOrder: { mark: '"channel":"moto"' },
  answersWithout: ['amount', 'currency'],
  credentialsCheck: {
    credentials: { auth_type: 'BodyKey', api_key: 'key', key1: 'key1' },
    asked:
      'GET https://try.access.worldpay.com/payments/events?transactionRef=credentials&entity=default',
    accepted: [
      404,
      { errorName: 'resourceNotFound', message: 'The requested resource was not found' },
    ],
    refused: [
      401,
      {
        errorName: 'accessDenied',
        message: 'Access to the requested resource has been denied',
      },
    ],
    words: {
      code: 'accessDenied',
      message: 'Access to the requested resource has been denied',
    },
  },
  foreignWebhooks: [
    [
      'an event without a reference',
      JSON.stringify({ eventDetails: { classification: 'payment', type: 'settled' } }),
    ],
  ],
  failedRefunds: [
    [
      'refundFailed',
      JSON.stringify({
        eventDetails: { classification: 'payment', type: 'refundFailed', reference: 'ref_1' },
      }),
    ],
  ],
  datedWebhook: JSON.stringify({ eventTimestamp: '2023-11-14T21:13:20Z' }),
  decryptedWallets: {
    'apple_pay of a device': [
      'cardPayments/customerInitiatedTransactions ',
      '"requestAutoSettlement":{"enabled":true}',
      '{"type":"card/networkToken+applepay","tokenNumber":"4111111111111111","expiryDate":{"month":3,"year":2030}}',
      '"channel":"ecom","authentication":{"networkToken":{"cryptogram":"AgAA","eci":"05"}}',
    ],
    'google_pay of a device': ['"type":"card/networkToken+googlepay"'],
    'google_pay without a cryptogram': [
      'api/payments ',
      '"method":"card"',
      '{"type":"plain","cardNumber":"4111111111111111"',
    ],
  },
  /**
   * A customer's own payment has no reason, and a merchant's first one of a card that was not
   * stored has no agreement.
   *
   * @see https://developer.worldpay.com/products/payments/recurring-subsequent
   * @see https://github.com/Worldpay/worldpay-mcp/blob/main/src/types/payments-api.d.ts
   */
  storedCredentials: {
    mandate: href,
    within: 'instruction',
    members: ['customerAgreement'],
    cases: {
      'customer, first, recurring': first,
      'customer, first, unscheduled': first,
      'customer, later, recurring': returning,
      'customer, later, unscheduled': returning,
      'merchant, first, recurring': {},
      'merchant, first, unscheduled': {},
      'merchant, later, recurring': agreement('subscription', 'subsequent'),
      'merchant, later, unscheduled': { customerAgreement: { type: 'unscheduled' } },
    },
    given: { 'merchant, first, recurring': {}, 'merchant, first, unscheduled': {} },
    more: [
      [
        'a merchant, by the network’s id of a recurring charge',
        {
          networkTransactionId: 'net_1',
          order: { initiator: { by: 'merchant', why: 'recurring' } },
        },
        agreement('subscription', 'subsequent', { schemeReference: 'net_1' }),
      ],
      [
        'a merchant, by the network’s id of an unscheduled charge',
        {
          networkTransactionId: 'net_1',
          order: { initiator: { by: 'merchant', why: 'unscheduled' } },
        },
        { customerAgreement: { type: 'unscheduled', schemeReference: 'net_1' } },
      ],
      [
        'a merchant, in installments',
        {
          source: { kind: 'connector_mandate', connectorMandateId: href },
          order: { initiator: { by: 'merchant', why: 'installment' } },
        },
        agreement('installment', 'subsequent', { installmentType: 'merchant' }),
      ],
    ],
  },
  declines: [[{ code: '51', message: 'INSUFFICIENT FUNDS' }, 'insufficient_funds']],
  published,
  recordings: {
    account: ({ username = '', password = '', entityId = '', merchantName }) => ({
      credentials: {
        auth_type: 'SignatureKey',
        api_key: password,
        key1: username,
        api_secret: entityId,
      },
      metadata: { merchant_name: merchantName },
    }),
  },
};
