import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { published } from './published-words.ts';

const invalid = 'User authentication failed due to invalid authentication values.';
const number = '4111111111111111';
const firstOfMany = { processingOptions: { isFirstSubsequentAuth: true } };
const byCustomer = { processingOptions: { isStoredCredentials: true } };
const byMerchant = { processingOptions: { isSubsequentAuth: true } };

export const authorizeDotNetFacts: ConnectorFacts = {
  amounts: 'major',
  mailOrder: { mark: '"retail":{"marketType":"1"}' },
  withoutReference: ['capture', 'refund'],
  answersWithout: ['currency'],
  credentialsCheck: {
    credentials: { auth_type: 'BodyKey', api_key: 'key', key1: 'key1' },
    asked: 'POST https://apitest.authorize.net/xml/v1/request.api',
    accepted: [
      200,
      { messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] } },
    ],
    refused: [
      200,
      { messages: { resultCode: 'Error', message: [{ code: 'E00007', text: invalid }] } },
    ],
    words: { code: 'E00007', message: invalid },
  },
  foreignWebhooks: [
    [
      'an event of a subscription',
      JSON.stringify({
        eventType: 'net.authorize.customer.subscription.created',
        payload: { id: '1' },
      }),
    ],
  ],
  datedWebhook: JSON.stringify({ eventDate: '2023-11-14T21:13:20.0000000Z' }),
  decryptedWallets: {
    'apple_pay of a device': [
      `{"creditCard":{"cardNumber":"${number}","expirationDate":"2030-03",`,
      '"cryptogram":"AgAA"',
    ],
    'google_pay of a device': ['"isPaymentToken":true,"cryptogram":"AgAA"'],
    'google_pay without a cryptogram': [
      `{"creditCard":{"cardNumber":"${number}","expirationDate":"2030-03"}}`,
    ],
  },
  /**
   * The request of a customer who stores a card does not contain the reason of later charges, so
   * both reasons are the same there.
   *
   * @see https://developer.authorize.net/api/reference/features/card-on-file.html
   * @see https://github.com/activemerchant/active_merchant/blob/master/lib/active_merchant/billing/gateways/authorize_net.rb
   * (add_processing_options)
   */
  storedCredentials: {
    mandate: '394-694',
    within: 'createTransactionRequest.transactionRequest',
    members: ['processingOptions', 'subsequentAuthInformation', 'transactionSettings'],
    cases: {
      'customer, first, recurring': firstOfMany,
      'customer, first, unscheduled': firstOfMany,
      'customer, later, recurring': byCustomer,
      'customer, later, unscheduled': byCustomer,
      'merchant, first, recurring': { processingOptions: { isFirstRecurringPayment: true } },
      'merchant, first, unscheduled': firstOfMany,
      'merchant, later, recurring': {
        ...byMerchant,
        transactionSettings: {
          setting: [{ settingName: 'recurringBilling', settingValue: 'true' }],
        },
      },
      'merchant, later, unscheduled': byMerchant,
    },
    more: [
      ['a card that is not stored', {}, {}],
      [
        'a charge by the number of the card network',
        {
          networkTransactionId: '123456789NNNH',
          order: { initiator: { by: 'merchant', why: 'unscheduled' } },
        },
        {
          ...byMerchant,
          subsequentAuthInformation: { originalNetworkTransId: '123456789NNNH' },
        },
      ],
      [
        'a charge by the number of the card network, with a reason that the schema has',
        {
          networkTransactionId: '123456789NNNH',
          order: { initiator: { by: 'merchant', why: 'resubmission' } },
        },
        {
          ...byMerchant,
          subsequentAuthInformation: {
            originalNetworkTransId: '123456789NNNH',
            reason: 'resubmission',
          },
        },
      ],
    ],
  },
  published,
  recordings: {
    account: ({ name = '', transactionKey = '' }) => ({
      credentials: { auth_type: 'BodyKey', api_key: name, key1: transactionKey },
    }),
    isOrdered: true,
  },
};
