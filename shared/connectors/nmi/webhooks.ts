import * as v from 'valibot';
import { isSignedWith } from '../formats/hashes.ts';
import { readJson } from '../formats/json.ts';
import type { WebhookContent, WebhookParser } from '../interface/webhooks.ts';
import { debitMetadata, isOfBankAccount } from './bank-account.ts';
import { amounts } from './currencies.ts';
import { refundedAmount } from './refunded-amount.ts';

const Event = v.object({
  event_type: v.string(),
  event_body: v.looseObject({}),
});

const NamedEvent = v.object({ event_body: v.object({ order_id: v.nullish(v.string()) }) });

const TransactionEvent = v.object({
  event_body: v.object({
    transaction_id: v.pipe(v.string(), v.minLength(1)),
    transaction_type: v.nullish(v.string()),
    currency: v.string(),
    action: v.object({
      amount: v.string(),
      success: v.string(),
      response_code: v.nullish(v.string()),
      response_text: v.nullish(v.string()),
    }),
  }),
});

/**
 * The events that are read, by their result. The others are about subscriptions, updates of cards and settled batches; those about batches of chargebacks name a card and an
 * amount but no transaction, so they identify no payment of ours.
 */
const results = {
  'transaction.sale.success': 'captured',
  'transaction.capture.success': 'captured part',
  'transaction.auth.success': 'authorized',
  'transaction.void.success': 'voided',
  'transaction.refund.success': 'refunded',
  'transaction.sale.failure': 'declined',
  'transaction.capture.failure': 'declined',
  'transaction.auth.failure': 'declined',
  'transaction.sale.unknown': 'pending',
  'transaction.auth.unknown': 'pending',
  'transaction.refund.unknown': 'refund pending',
  'transaction.refund.failure': 'refund declined',
  'transaction.check.status.settle': 'captured',
  'transaction.check.status.return': 'check_return',
  'transaction.check.status.latereturn': 'check_late_return',
} as const;

/** NMI's webhooks, signed over a nonce and the body. */
export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, { webhookSecrets = [] }) {
    const [, nonce, hex] =
      /^t=([^,]{1,200}),s=([0-9a-f]{64})$/i.exec(headers['webhook-signature'] ?? '') ?? [];
    if (nonce === undefined || hex === undefined) return false;
    return isSignedWith(webhookSecrets, `${nonce}.${body}`, Buffer.from(hex, 'hex'));
  },

  parse: (webhook) => [contentOf(webhook)],
};

function contentOf(webhook: { readonly body: string }): WebhookContent {
  const { event_type: type } = readJson(Event, webhook);
  if (!isRead(type)) return { kind: 'nothing' };
  const { order_id: reference } = readJson(NamedEvent, webhook).event_body;
  // A transaction that we did not ask for has no order id of ours.
  if (!reference) return { kind: 'nothing' };
  const { event_body: event } = readJson(TransactionEvent, webhook);
  const { transaction_id: id, currency, action } = event;
  const statesSuccess = /\.(?:success|failure)$/.test(type);
  if (statesSuccess && (action.success === '1') !== type.endsWith('.success')) {
    throw new Error('The event contradicts itself.');
  }
  const result = results[type];
  const isRefund = result.startsWith('refund');
  const amount = isRefund ? refundedAmount(action.amount) : action.amount;
  const amountMinor = amounts.fromMajor(amount, currency);
  const subject = { reference, connectorId: id };
  const payment = { connectorTransactionId: id };
  const refund = { connectorRefundId: reference, amountMinor, currency };
  const { response_code: code, response_text: message } = action;
  const refusal = { ...(code && { code }), ...(message && { message, reason: message }) };
  const isOfBank = isOfBankAccount(event.transaction_type);
  switch (result) {
    case 'captured': {
      // Only the event of its settlement makes a debit a success.
      if (isOfBank && statesSuccess) {
        const outcome = {
          result: 'pending',
          connectorMetadata: debitMetadata,
          ...payment,
        } as const;
        return { kind: 'payment', subject, outcome };
      }
      const sums = { capturedMinor: amountMinor, amountMinor, currency };
      return { kind: 'payment', subject, outcome: { result, ...sums, ...payment } };
    }
    case 'captured part': {
      const sums = { capturedMinor: amountMinor, currency };
      return { kind: 'payment', subject, outcome: { result: 'captured', ...sums, ...payment } };
    }
    case 'authorized':
      return {
        kind: 'payment',
        subject,
        outcome: { result, amountMinor, currency, ...payment },
      };
    case 'voided':
    case 'pending':
      return { kind: 'payment', subject, outcome: { result, ...payment } };
    case 'declined':
      return { kind: 'payment', subject, outcome: { result, ...refusal, ...payment } };
    case 'check_return':
    case 'check_late_return': {
      const taken = { attemptStatus: 'capture_failed', code: result } as const;
      const words = message ? { message, reason: message } : {};
      const outcome = { result: 'declined', ...taken, ...words, ...payment } as const;
      return { kind: 'payment', subject, outcome };
    }
    case 'refunded':
      return {
        kind: 'refund',
        subject: { reference },
        outcome: { result: isOfBank ? 'pending' : 'succeeded', ...refund },
      };
    case 'refund pending':
      return { kind: 'refund', subject: { reference }, outcome: { result: 'pending', ...refund } };
    case 'refund declined':
      return {
        kind: 'refund',
        subject: { reference },
        outcome: { result: 'declined', ...refusal, ...refund },
      };
  }
}

const isRead = (type: string): type is keyof typeof results => Object.hasOwn(results, type);
