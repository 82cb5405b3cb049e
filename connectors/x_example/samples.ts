import { createHmac } from 'node:crypto';
import type { ConnectorSamples } from '../../test/support/processors/prove-connector.ts';
import { readWebhook, statuses } from '../../test/support/processors/published-words.ts';
import { webhooks } from './webhooks.ts';

/*
 * What the shared suites have to know about the processor, each from its own documentation: its
 * answers as it publishes or gave them, its words, its webhooks with its own signature.
 */

const page = 'https://bank.example/api';
const payment = { id: 'p_1', reference: 'pay_1_1', amount: 600, currency: 'EUR', captured: 600 };
const refund = { id: 'r_1', reference: 'ref_1', amount: 600, currency: 'EUR' };
const eventOf = (type: string, object: object) =>
  JSON.stringify({ type, at: '2023-11-14T21:13:20Z', ...object });

const ofPayment = (status: string) =>
  readWebhook(webhooks, eventOf('payment', { payment: { ...payment, status } }));
const ofRefund = (status: string) =>
  readWebhook(webhooks, eventOf('refund', { refund: { ...refund, status } }));

const paid = eventOf('payment', { payment: { ...payment, status: 'paid' } });
const failed = eventOf('refund', { refund: { ...refund, status: 'failed' } });
const sign = (body: string) => createHmac('sha256', 'secret').update(body).digest('hex');

const once = {};

export const samples: ConnectorSamples = {
  amounts: 'minor',
  keys: { live: ['live_1'], test: [] },
  credentialsCheck: {
    credentials: { auth_type: 'HeaderKey', api_key: 'test_1' },
    asked: 'GET https://test.bank.example/account',
    accepted: [200, { merchant: 'shop' }],
    refused: [401, { error: { type: 'unknown_key', code: 'unknown_key' } }],
    words: { code: 'unknown_key' },
  },
  published: [
    statuses('status of a payment', `${page}#payments`, ofPayment, {
      captured: 'paid',
      authorized: 'reserved',
      declined: 'refused',
      voided: 'released',
      pending: 'waiting',
    }),
    statuses('status of a refund', `${page}#refunds`, ofRefund, {
      'refund succeeded': 'done',
      'refund declined': 'failed',
      'refund pending': 'waiting',
    }),
  ],
  declines: [[{ code: 'no_funds' }, 'insufficient_funds']],
  datedWebhook: paid,
  genuineWebhooks: [
    {
      event: 'a payment',
      headers: { 'x-bank-signature': sign(paid) },
      body: paid,
      secret: 'secret',
      at: '2023-11-14T21:13:21Z',
      says: [{ kind: 'payment', outcome: { result: 'captured', capturedMinor: 600 } }],
    },
  ],
  foreignWebhooks: [['a payout to the shop', eventOf('payout', { payout: { id: 'o_1' } })]],
  failedRefunds: [['refund', failed]],
  decryptedWallets: {},
  // No field of its API says who starts a charge, and it stores no card.
  storedCredentials: {
    mandate: 'none',
    members: [],
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
      'merchant, later, recurring': {},
      'merchant, later, unscheduled': {},
    },
  },
};
