import { createHmac } from 'node:crypto';
import { payee } from '../../../support/processors/a-payout-instruction.ts';
import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { aStripePayout, toConnectedAccount } from './a-stripe-payout.ts';
import { published } from './published-words.ts';

const webhook = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1_767_225_600, data: { object } });

const failedRefund = (type: string) =>
  [
    type,
    webhook(type, {
      id: 're_1',
      object: 'refund',
      status: 'failed',
      amount: 600,
      currency: 'eur',
      failure_reason: 'lost_or_stolen_card',
      metadata: { order_id: 'ref_1', is_refund_id_as_reference: 'true' },
    }),
  ] as const;

/** @see https://docs.stripe.com/webhooks#verify-manually */
const signatureOf = (body: string, time: string, secret: string) =>
  `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
const [, failedRefundBody] = failedRefund('refund.failed');
const signedAt = '1767225600';

const networkTransactionId = '976910110049114';
const exemption = 'payment_method_options.card.mit_exemption';
const byNetworkId = {
  off_session: 'true',
  [exemption]: { network_transaction_id: networkTransactionId },
};
const byMandate = { off_session: 'true', payment_method: 'pm_1' };

export const stripeFacts: ConnectorFacts = {
  amounts: 'minor',
  genuineWebhooks: [
    {
      event: 'a failed refund',
      headers: { 'stripe-signature': signatureOf(failedRefundBody, signedAt, 'whsec_1') },
      body: failedRefundBody,
      secret: 'whsec_1',
      at: '2026-01-01T00:00:00Z',
      says: [{ kind: 'refund', outcome: { result: 'declined' } }],
    },
  ],
  mailOrder: { mark: 'payment_method_options[card][moto]=true' },
  keys: { live: ['sk_live_key', 'rk_live_key', 'sk_live_abcd'], test: ['sk_test_key'] },
  credentialsCheck: {
    credentials: { auth_type: 'HeaderKey', api_key: 'sk_test_1' },
    asked: 'GET https://api.stripe.com/v1/payment_intents/pi_credentials',
    accepted: [
      404,
      {
        error: {
          code: 'resource_missing',
          message: "No such payment_intent: 'pi_credentials'",
          param: 'intent',
          type: 'invalid_request_error',
        },
      },
    ],
    refused: [
      401,
      {
        error: {
          type: 'invalid_request_error',
          message: 'Invalid API Key provided: sk_test_*****ence',
        },
      },
    ],
    words: {
      code: 'invalid_request_error',
      message: 'Invalid API Key provided: sk_test_*****ence',
    },
  },
  payout: { destination: toConnectedAccount, payee },
  foreignWebhooks: [
    ['a payout by a schedule', webhook('payout.paid', aStripePayout({ metadata: {} }))],
    [
      'a charge that is only authorized',
      webhook('charge.succeeded', {
        id: 'ch_1',
        amount_captured: 0,
        currency: 'usd',
        payment_intent: 'pi_1',
        payment_method_details: { type: 'multibanco' },
      }),
    ],
    ['a charge without an intent', webhook('charge.succeeded', { id: 'ch_1', currency: 'usd' })],
    [
      'a dispute of a charge without an intent',
      webhook('charge.dispute.created', {
        ...{ id: 'du_1', object: 'dispute', status: 'won', amount: 5, currency: 'usd' },
      }),
    ],
    ['a card of an issuing account', webhook('issuing_authorization.created', { id: 'iauth_1' })],
    [
      'a mandate of an unknown type',
      webhook('mandate.updated', { status: 'inactive', type: 'other', payment_method: 'pm_1' }),
    ],
    ['a thin event', JSON.stringify({ object: 'v2.core.event', type: 'v2.core.account.updated' })],
  ],
  failedRefunds: ['charge.refund.updated', 'refund.updated', 'refund.failed'].map(failedRefund),
  datedWebhook: JSON.stringify({ type: 'charge.updated', created: 1_699_996_400 }),
  decryptedWallets: {
    'google_pay without a cryptogram': [
      'payment_method_data[card][number]=4111111111111111',
      'exp_month]=03',
    ],
  },
  /**
   * Stripe derives the networks' values itself, from whether the customer is there (`off_session`)
   * and the stored use (`setup_future_usage`). It has no public value for recurring and
   * unscheduled: the parameter for it (`stored_credential_transaction_type`) is only for accounts
   * that Stripe has enabled, and excludes `off_session`.
   *
   * @see https://docs.stripe.com/api/payment_intents/create#create_payment_intent-off_session
   * @see https://github.com/activemerchant/active_merchant (add_stored_credentials of Stripe's
   * gateway)
   */
  storedCredentials: {
    mandate: 'pm_1',
    members: ['off_session', 'setup_future_usage', 'payment_method', exemption],
    cases: {
      'customer, first, recurring': { setup_future_usage: 'off_session' },
      'customer, first, unscheduled': { setup_future_usage: 'off_session' },
      'customer, later, recurring': { payment_method: 'pm_1' },
      'customer, later, unscheduled': { payment_method: 'pm_1' },
      'merchant, first, recurring': byNetworkId,
      'merchant, first, unscheduled': byNetworkId,
      'merchant, later, recurring': byMandate,
      'merchant, later, unscheduled': byMandate,
    },
    given: {
      'merchant, first, recurring': { networkTransactionId },
      'merchant, first, unscheduled': { networkTransactionId },
    },
    more: [
      [
        'a customer who stores a card is there, whatever the merchant says of later charges',
        {
          futureUsage: 'off_session',
          order: {
            initiator: { by: 'customer' },
            offSession: true,
            customer: { connectorCustomerId: 'cus_1' },
          },
        },
        { setup_future_usage: 'off_session' },
      ],
      [
        'a customer who is away',
        { order: { initiator: { by: 'customer' }, offSession: true } },
        { off_session: 'true' },
      ],
    ],
  },
  published,
  recordings: {
    account: ({ apiKey = '' }) => ({ credentials: { auth_type: 'HeaderKey', api_key: apiKey } }),
  },
  // Stripe's description leaves out raw card fields, and others that only some accounts may send.
  descriptions: [
    {
      files: ['stripe-openapi.json'],
      // The search is left out of the description, whose routes would take its name for an id.
      base: /^https:\/\/api\.stripe\.com(?=\/v1\/(?!payment_intents\/search))/,
      undescribed: {
        payment_method_data: ['card', 'ip', 'user_agent'],
        'payment_method_options.card': [
          ...['moto', 'mit_exemption', 'three_d_secure', 'request_incremental_authorization'],
          ...['request_extended_authorization', 'request_overcapture', 'request_multicapture'],
        ],
        // Of a capture, and of a charge.
        '': ['final_capture', 'level3'],
      },
      undescribedWords: {
        'payment_method_data.type': ['card', 'amazon_pay', 'multibanco', 'revolut_pay'],
        // Events, and the version that they came with, are newer than this description.
        api_version: ['2024-10-28.acacia'],
        enabled_events: ['refund.failed'],
      },
    },
  ],
};
