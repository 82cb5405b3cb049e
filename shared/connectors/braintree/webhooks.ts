import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { decodeForm } from '#platform/formats/bracketed-form.ts';
import type { DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import { readDate } from '../formats/dates.ts';
import { hexBytes, isSignedWith } from '../formats/hashes.ts';
import { isWordOf, meaningsOf } from '../formats/words.ts';
import { readXml } from '../formats/xml.ts';
import type { RefundOutcome } from '../interface/refunds.ts';
import type { WebhookContent, WebhookParser } from '../interface/webhooks.ts';
import { amounts } from './amounts.ts';
import { dayOf, stageOf } from './disputes.ts';
import { globalId } from './requests.ts';
import { paymentOutcome, refundOutcome } from './responses.ts';
import { Payment } from './transaction.ts';

const Form = v.object({ bt_signature: v.string(), bt_payload: v.string() });

const text = v.optional(v.string());
const Transaction = v.object({
  id: v.string(),
  'order-id': text,
  type: text,
  status: text,
  amount: text,
  'currency-iso-code': text,
  'payment-instrument-type': text,
  'refunded-transaction-id': text,
  'retried-transaction-id': text,
  'processor-response-code': text,
  'processor-response-text': text,
  'processor-settlement-response-code': text,
  'processor-settlement-response-text': text,
});
type Transaction = v.InferOutput<typeof Transaction>;
const Review = v.object({ 'transaction-id': v.string(), decision: text });
const PaymentMethods = v.record(v.string(), v.object({ 'global-id': text }));
const Dispute = v.object({
  id: v.string(),
  'amount-disputed': text,
  amount: text,
  'currency-iso-code': v.string(),
  kind: text,
  reason: text,
  'reason-code': text,
  'reply-by-date': text,
  'created-at': text,
  'updated-at': text,
  transaction: v.optional(Transaction),
});
const Notification = v.object({
  kind: v.string(),
  timestamp: text,
  subject: v.optional(v.unknown()),
});

/** The status of a dispute, by the kind of the webhook. */
const disputeStatusOf = meaningsOf<DisputeStatus>({
  dispute_opened: 'dispute_opened',
  dispute_under_review: 'dispute_challenged',
  dispute_disputed: 'dispute_challenged',
  dispute_accepted: 'dispute_accepted',
  dispute_auto_accepted: 'dispute_accepted',
  dispute_expired: 'dispute_expired',
  dispute_won: 'dispute_won',
  dispute_lost: 'dispute_lost',
});

const revocations: ReadonlySet<string> = new Set([
  'payment_method_revoked_by_customer',
  'granted_payment_method_revoked',
  'granted_payment_instrument_revoked',
]);

/**
 * Braintree's webhooks: a form with a signature and XML. They are signed with the account's private
 * key; an earlier private key may be entered as the secret of webhooks.
 */
export const webhooks: WebhookParser = {
  verifySignature({ body }, { credentials, webhookSecrets = [] }) {
    if (credentials.auth_type !== 'SignatureKey') return false;
    const form = formIn(body);
    if (!form) return false;
    const { bt_payload: payload, bt_signature: signatures } = form;
    const keys = [credentials.api_secret, ...webhookSecrets];
    return signatures.split('&').some((pair) => {
      const [publicKey, given = ''] = pair.split('|');
      if (publicKey !== credentials.api_key) return false;
      return keys.some((key) => key !== '' && isSigned(payload, given, key));
    });
  },

  parse({ body }): readonly WebhookContent[] {
    const { kind, subject } = notificationIn(body);
    const status = disputeStatusOf(kind);
    if (status !== undefined) return [disputeIn(subject, kind, status)];
    if (revocations.has(kind)) return [revocationIn(subject)];
    if (kind === 'transaction_reviewed') return [reviewIn(subject)];
    if (kind !== 'refund_failed' && !kind.startsWith('transaction_')) return [{ kind: 'nothing' }];
    if (isWithout('transaction', subject)) return [{ kind: 'nothing' }];
    const { transaction } = parsed(v.object({ transaction: Transaction }), subject);
    const isRefund =
      isWordOf(['credit'], transaction.type) || transaction['refunded-transaction-id'];
    return [isRefund || kind === 'refund_failed' ? refundIn(transaction) : paymentIn(transaction)];
  },

  happenedAt: ({ body }) => readDate(notificationIn(body).timestamp),
};

/** Throws where the body is none. */
function notificationIn(body: string) {
  const { bt_payload: payload } = parsed(Form, decodeForm(body));
  const xml = Buffer.from(payload, 'base64').toString('utf8');
  return readXml('notification', Notification, { body: xml });
}

/** Undefined for a body that is no form, or has no signature. */
function formIn(body: string): v.InferOutput<typeof Form> | undefined {
  try {
    return parsed(Form, decodeForm(body));
  } catch {
    return undefined;
  }
}

/** Throws an error that repeats nothing of the value. */
function parsed<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, value);
  if (!read.success) throw new Error('The webhook has another form.');
  return read.output;
}

/** Whether a webhook lacks its object of this name, so that it is about nothing of ours. */
const isWithout = (name: string, subject: unknown): boolean =>
  !v.is(v.object({ [name]: v.looseObject({}) }), subject);

function disputeIn(subject: unknown, kind: string, status: DisputeStatus): WebhookContent {
  if (isWithout('dispute', subject)) return { kind: 'nothing' };
  const { dispute } = parsed(v.object({ dispute: Dispute }), subject);
  const currency = dispute['currency-iso-code'];
  const { reason, transaction } = dispute;
  if (!transaction) return { kind: 'nothing' };
  return {
    kind: 'dispute',
    subject: subjectOf(transaction),
    dispute: {
      connectorDisputeId: dispute.id,
      amountMinor: amounts.fromMajor(
        dispute['amount-disputed'] || (dispute.amount ?? ''),
        currency,
      ),
      currency,
      stage: stageOf(dispute.kind),
      status,
      connectorStatus: kind,
      ...(reason && { reason }),
      ...(dispute['reason-code'] && { reasonCode: dispute['reason-code'] }),
      ...(dispute['reply-by-date'] && { challengeRequiredBy: dayOf(dispute['reply-by-date']) }),
      ...(dispute['created-at'] && { createdAt: dispute['created-at'] }),
      ...(dispute['updated-at'] && { updatedAt: dispute['updated-at'] }),
    },
  };
}

/**
 * A charge as it is now. A charge that a bank refused and that Braintree tried again has the id of
 * its first attempt.
 */
function paymentIn(transaction: Transaction): WebhookContent {
  const first = transaction['retried-transaction-id'];
  if (first) return reported(globalId('transaction', first), 'pending');
  const payment = stateOf(globalId('transaction', transaction.id), transaction);
  const subject = subjectOf(transaction);
  if (!payment) return { ...reported(globalId('transaction', transaction.id), 'pending'), subject };
  // The amount is that of the capture, whatever was asked for.
  return {
    kind: 'payment',
    subject,
    outcome: paymentOutcome(payment, { captureMethod: 'manual' }),
  };
}

function refundIn(transaction: Transaction): WebhookContent {
  const connectorId = globalId('refund', transaction.id);
  const refund = stateOf(connectorId, transaction);
  const outcome: RefundOutcome = refund
    ? refundOutcome(refund)
    : { result: 'pending', connectorRefundId: connectorId };
  const reference = transaction['order-id'];
  return {
    kind: 'refund',
    subject: reference ? { reference, connectorId } : { connectorId },
    outcome,
  };
}

/** The state of a charge after a person at the merchant or at Braintree reviewed it. */
function reviewIn(subject: unknown): WebhookContent {
  if (isWithout('transaction-review', subject)) return { kind: 'nothing' };
  const { 'transaction-review': review } = parsed(
    v.object({ 'transaction-review': Review }),
    subject,
  );
  const isRejected = /reject|declin|void|cancel/i.test(review.decision ?? '');
  return reported(
    globalId('transaction', review['transaction-id']),
    isRejected ? 'voided' : 'pending',
  );
}

const reported = (connectorId: string, result: 'pending' | 'voided') =>
  ({
    kind: 'payment',
    subject: { connectorId },
    outcome: { result, connectorTransactionId: connectorId },
  }) satisfies WebhookContent;

/** A payment method in the vault that its customer has withdrawn, by the id of the GraphQL API. */
function revocationIn(subject: unknown): WebhookContent {
  const read = v.safeParse(PaymentMethods, subject);
  const methods = read.success ? Object.values(read.output) : [];
  const connectorId = methods.find((method) => method['global-id'])?.['global-id'];
  if (!connectorId) return { kind: 'nothing' };
  return { kind: 'mandate', subject: { connectorId }, status: 'revoked' };
}

/** The type of a payment method in the GraphQL API, where the state of its payments depends on it. */
const snapshotOf = meaningsOf<string>({
  us_bank_account: 'UsBankAccountDetails',
  paypal_account: 'PayPalTransactionDetails',
});

/** A transaction as answers of the GraphQL API have it; undefined where its status is not known. */
function stateOf(id: string, transaction: Transaction): Payment | undefined {
  const { amount, status, 'currency-iso-code': currencyCode } = transaction;
  const legacyCode =
    transaction['processor-settlement-response-code'] || transaction['processor-response-code'];
  const message =
    transaction['processor-settlement-response-text'] || transaction['processor-response-text'];
  const read = v.safeParse(Payment, {
    id,
    status,
    paymentMethodSnapshot: { __typename: snapshotOf(transaction['payment-instrument-type']) },
    ...(amount && currencyCode && { amount: { value: amount, currencyCode } }),
    ...(legacyCode && { statusHistory: [{ processorResponse: { legacyCode, message } }] }),
  });
  return read.success ? read.output : undefined;
}

/** The order id is our reference; the id leads to payments that were made without one. */
const subjectOf = ({ id, 'order-id': reference }: Pick<Transaction, 'id' | 'order-id'>) => {
  const connectorId = globalId('transaction', id);
  return reference ? { reference, connectorId } : { connectorId };
};

/** The key of the HMAC is the SHA-1 of the private key. */
const isSigned = (payload: string, given: string, secret: string): boolean =>
  isSignedWith(
    [createHash('sha1').update(secret, 'utf8').digest()],
    payload,
    hexBytes(given) ?? Buffer.alloc(0),
    'sha1',
  );
