import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { published } from './published-words.ts';

const webhook = (type: string, data: object) => JSON.stringify({ id: 'evt_1', type, data });

const byCard = (payment_type: string) => ({
  payment_type,
  merchant_initiated: true,
  'source.type': 'card',
});
const byMandate = (payment_type: string) => ({ ...byCard(payment_type), 'source.type': 'id' });
const stores = {
  ...{ payment_type: 'Unscheduled', merchant_initiated: false },
  ...{ store_for_future_use: true, 'source.type': 'card' },
};
const returning = { payment_type: 'Regular', merchant_initiated: false, 'source.type': 'id' };
const byNetwork = { networkTransactionId: 'net_1' };
const named = { previous_payment_id: 'net_1', 'source.stored': true };

export const checkoutFacts: ConnectorFacts = {
  amounts: 'minor',
  mailOrder: { mark: '"payment_type":"MOTO"' },
  emptyAnswers: [204, 401],
  keys: {
    live: ['sk_key', 'pk_abcdefghijklmnopqrstuvwxyz2'],
    test: ['sk_sbox_key'],
  },
  credentialsCheck: {
    credentials: { auth_type: 'SignatureKey', api_key: 'key', key1: 'key1', api_secret: 'secret' },
    asked: 'GET https://api.sandbox.checkout.com/payments?limit=1&reference=credentials',
    accepted: [200, { limit: 1, skip: 0, total_count: 0, data: [] }],
    refused: [401, ''],
    words: { code: 'invalid_api_key' },
  },
  foreignWebhooks: [
    ['a payment without names', webhook('payment_approved', { amount: 5 })],
    ['a capture without an action', webhook('payment_capture_pending', { id: 'pay_1' })],
    ['a refund without names', webhook('payment_refunded', { amount: 5 })],
    [
      'a dispute without a payment',
      webhook('dispute_won', { id: 'dsp_1', amount: 5, currency: 'EUR' }),
    ],
  ],
  failedRefunds: [
    [
      'payment_refund_declined',
      webhook('payment_refund_declined', {
        ...{ id: 'pay_1', action_id: 'act_1', reference: 'ref_1', amount: 600, currency: 'EUR' },
      }),
    ],
  ],
  datedWebhook: JSON.stringify({ type: 'card_updated', created_on: '2023-11-14T21:13:20Z' }),
  decryptedWallets: {
    'google_pay of a device': ['"type":"network_token"', '"cryptogram":"AgAA"'],
    'google_pay without a cryptogram': ['{"type":"card","number":"4111111111111111"'],
  },
  /**
   * A customer's own payment has no reason.
   *
   * @see https://www.checkout.com/docs/payments/accept-payments/pay-with-stored-card-details
   * Active Merchant, checkout_v2.rb: add_stored_credential_options.
   */
  storedCredentials: {
    mandate: 'src_1',
    members: [
      ...['payment_type', 'merchant_initiated', 'previous_payment_id', 'store_for_future_use'],
      ...['source.type', 'source.stored', 'processing.merchant_initiated_reason'],
    ],
    cases: {
      'customer, first, recurring': stores,
      'customer, first, unscheduled': stores,
      'customer, later, recurring': returning,
      'customer, later, unscheduled': returning,
      'merchant, first, recurring': byCard('Recurring'),
      'merchant, first, unscheduled': byCard('Unscheduled'),
      'merchant, later, recurring': byMandate('Recurring'),
      'merchant, later, unscheduled': byMandate('Unscheduled'),
    },
    given: { 'merchant, first, recurring': {}, 'merchant, first, unscheduled': {} },
    more: [
      [
        'a merchant, later, by the network’s id of a recurring charge',
        { ...byNetwork, order: { initiator: { by: 'merchant', why: 'recurring' } } },
        { ...byCard('Recurring'), ...named },
      ],
      [
        'a merchant who does not say so, by the network’s id',
        byNetwork,
        { ...byCard('Unscheduled'), ...named },
      ],
      [
        'a merchant, once more after a decline',
        {
          source: { kind: 'connector_mandate', connectorMandateId: 'src_1' },
          order: { initiator: { by: 'merchant', why: 'resubmission' } },
        },
        {
          ...byMandate('Unscheduled'),
          'processing.merchant_initiated_reason': 'Resubmission',
        },
      ],
    ],
  },
  published,
  recordings: {
    account: ({ apiKey = '', processingChannelId = '', apiSecret = '' }) => ({
      credentials: {
        auth_type: 'SignatureKey',
        api_key: apiKey,
        key1: processingChannelId,
        api_secret: apiSecret,
      },
    }),
    takes: ['expiry in numbers'],
    hasRequestIds: true,
  },
};
