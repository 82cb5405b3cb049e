import { destinations, payee } from '../../../support/processors/a-payout-instruction.ts';
import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { published } from './published-words.ts';

const webhook = (event_type: string, resource?: object) =>
  JSON.stringify({ id: 'WH-1', event_type, resource });
const usd = { currency_code: 'USD', value: '5.00' };
const dispute = { dispute_id: 'PP-D-1', dispute_amount: usd };
const refused = 'Authorization failed due to insufficient permissions.';

const stored = (payment_initiator: string, payment_type: string, usage: string) => ({
  stored_credential: { payment_initiator, payment_type, usage },
});
const first = stored('CUSTOMER', 'UNSCHEDULED', 'FIRST');
const later = stored('CUSTOMER', 'ONE_TIME', 'SUBSEQUENT');

export const paypalFacts: ConnectorFacts = {
  amounts: 'major',
  emptyAnswers: [204],
  credentialsCheck: {
    credentials: { auth_type: 'BodyKey', api_key: 'key', key1: 'key1' },
    asked: 'GET https://api-m.sandbox.paypal.com/v1/notifications/webhooks',
    accepted: [200, { webhooks: [] }],
    refused: [403, { name: 'NOT_AUTHORIZED', message: refused, debug_id: 'f1234567890ab' }],
    words: { code: 'NOT_AUTHORIZED', message: refused },
  },
  payout: { destination: destinations.paypal, payee },
  foreignWebhooks: [
    ['an event without a resource', webhook('PAYMENT.CAPTURE.COMPLETED')],
    [
      'a capture that names no order',
      webhook('PAYMENT.CAPTURE.COMPLETED', { id: '1', status: 'COMPLETED', amount: usd }),
    ],
    [
      'an authorization that names no order',
      webhook('PAYMENT.AUTHORIZATION.VOIDED', { id: '1', status: 'VOIDED', amount: usd }),
    ],
    [
      'a partly captured authorization',
      webhook('PAYMENT.AUTHORIZATION.VOIDED', { id: '1', status: 'PARTIALLY_CAPTURED' }),
    ],
    ['a reversal that names nothing', webhook('PAYMENT.CAPTURE.REVERSED', { amount: usd })],
    ['a dispute without transactions', webhook('CUSTOMER.DISPUTE.CREATED', dispute)],
    [
      'a dispute that was resolved in an unknown way',
      webhook('CUSTOMER.DISPUTE.RESOLVED', {
        ...dispute,
        dispute_outcome: { outcome_code: 'BY_CHANCE' },
        disputed_transactions: [{ seller_transaction_id: '1' }],
      }),
    ],
  ],
  failedRefunds: [
    [
      'PAYMENT.REFUND.FAILED',
      webhook('PAYMENT.REFUND.FAILED', {
        id: 'R1',
        amount: { currency_code: 'EUR', value: '6.00' },
      }),
    ],
  ],
  datedWebhook: JSON.stringify({ event_type: 'X', create_time: '2023-11-14T21:13:20.000Z' }),
  decryptedWallets: {
    'apple_pay of a device': [
      '"apple_pay":{"decrypted_token":{"transaction_amount":{"currency_code":"USD","value":"5.00"}',
      '"tokenized_card":{"number":"4111111111111111","expiry":"2030-03"}',
      '"payment_data_type":"3DSECURE","payment_data":{"cryptogram":"AgAA","eci_indicator":"05"}',
    ],
    'google_pay of a device': [
      '"google_pay":{"decrypted_token":{"payment_method":"CARD"',
      '"authentication_method":"CRYPTOGRAM_3DS","cryptogram":"AgAA","eci_indicator":"05"',
    ],
    'google_pay without a cryptogram': ['"authentication_method":"PAN_ONLY"}'],
  },
  /**
   * PayPal takes `FIRST` only from a customer, and `ONE_TIME` too. A customer's payment does not
   * contain the reason for storing its card, so it is the same for both reasons.
   *
   * @see https://github.com/paypal/paypal-rest-api-specifications/blob/main/openapi/checkout_orders_v2.json
   * `card_stored_credential`
   */
  storedCredentials: {
    mandate: '8kk8451t',
    within: 'payment_source.card',
    members: ['stored_credential', 'security_code'],
    cases: {
      'customer, first, recurring': { ...first, security_code: '737' },
      'customer, first, unscheduled': { ...first, security_code: '737' },
      'customer, later, recurring': later,
      'customer, later, unscheduled': later,
      'merchant, first, recurring': stored('MERCHANT', 'RECURRING', 'DERIVED'),
      'merchant, first, unscheduled': stored('MERCHANT', 'UNSCHEDULED', 'DERIVED'),
      'merchant, later, recurring': stored('MERCHANT', 'RECURRING', 'SUBSEQUENT'),
      'merchant, later, unscheduled': stored('MERCHANT', 'UNSCHEDULED', 'SUBSEQUENT'),
    },
    more: [
      ['a card that is used once', {}, { security_code: '737' }],
      [
        'a card that its customer stores for visits to come, with a one-time payment',
        { futureUsage: 'on_session' },
        { ...stored('CUSTOMER', 'ONE_TIME', 'FIRST'), security_code: '737' },
      ],
      [
        'a card by the network’s id of its first payment, without a security code',
        {
          networkTransactionId: '748462213021157',
          order: { initiator: { by: 'merchant', why: 'recurring' } },
        },
        {
          stored_credential: {
            ...stored('MERCHANT', 'RECURRING', 'SUBSEQUENT').stored_credential,
            previous_network_transaction_reference: { id: '748462213021157' },
          },
        },
      ],
    ],
  },
  declines: [[{ code: '5400', message: 'EXPIRED_CARD.' }, 'expired_card']],
  published,
  recordings: {
    account: ({ clientSecret = '', clientId = '' }) => ({
      credentials: { auth_type: 'BodyKey', api_key: clientSecret, key1: clientId },
      // The partner whose payments were recorded.
      metadata: { partner_attribution_id: 'HyperSwitchlegacy_Ecom' },
    }),
    hasRequestIds: true,
  },
};
