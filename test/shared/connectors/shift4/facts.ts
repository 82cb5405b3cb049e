import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { published } from './published-words.ts';

export const shift4Facts: ConnectorFacts = {
  amounts: 'minor',
  keys: { live: ['sk_live_key', 'sk_live_abcd'], test: ['sk_test_key'] },
  credentialsCheck: {
    credentials: { auth_type: 'HeaderKey', api_key: 'key' },
    asked: 'GET https://api.shift4.com/charges?limit=1',
    accepted: [200, { list: [], hasMore: false }],
    refused: [401, { error: { type: 'invalid_request', message: 'Provided API key is invalid' } }],
    words: { message: 'Provided API key is invalid' },
  },
  foreignWebhooks: [
    [
      'a dispute without a charge',
      JSON.stringify({
        id: 'event_1',
        type: 'CHARGE_DISPUTE_CREATED',
        data: { id: 'disp_1', amount: 5, currency: 'EUR', status: 'CHARGEBACK_NEW' },
      }),
    ],
  ],
  decryptedWallets: {
    'google_pay without a cryptogram': ['"card":{"number":"4111111111111111"'],
  },
  /**
   * No customer's request contains the purpose of later charges: a stored card begins a series.
   *
   * @see https://github.com/shift4developer/shift4-java/blob/master/src/main/java/com/shift4/enums/ChargeType.java
   * @see https://github.com/activemerchant/active_merchant/blob/master/lib/active_merchant/billing/gateways/shift4_v2.rb
   * (add_stored_credentials)
   */
  storedCredentials: {
    mandate: 'card_1',
    members: ['type'],
    cases: {
      'customer, first, recurring': { type: 'first_recurring' },
      'customer, first, unscheduled': { type: 'first_recurring' },
      'customer, later, recurring': { type: 'customer_initiated' },
      'customer, later, unscheduled': { type: 'customer_initiated' },
      'merchant, first, recurring': { type: 'first_recurring' },
      'merchant, first, unscheduled': { type: 'merchant_initiated' },
      'merchant, later, recurring': { type: 'subsequent_recurring' },
      'merchant, later, unscheduled': { type: 'merchant_initiated' },
    },
    more: [['customer, once', {}, {}]],
  },
  published,
  recordings: {
    account: ({ apiKey = '' }) => ({ credentials: { auth_type: 'HeaderKey', api_key: apiKey } }),
  },
};
