import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { word } from '../formats/words.ts';
import { listOf, readXml } from '../formats/xml.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { checksAsSent } from '../payment-checks.ts';
import { debitMetadata, isOfBankAccount, returns } from './bank-account.ts';
import { amounts } from './currencies.ts';
import { refundedAmount } from './refunded-amount.ts';
import { queryRequest } from './requests.ts';

const text = v.optional(v.string());

/** One step of a transaction, in the order in which they were made. */
const Action = v.object({
  action_type: word(['auth', 'capture', 'credit', 'refund', 'sale', 'void', ...returns]),
  amount: text,
  success: text,
  response_code: text,
  response_text: text,
});
type Action = v.InferOutput<typeof Action>;

const Transaction = v.object({
  transaction_id: v.pipe(v.string(), v.minLength(1)),
  order_id: v.string(),
  transaction_type: text,
  condition: word([
    'pending',
    'pendingsettlement',
    'in_progress',
    'abandoned',
    'failed',
    'canceled',
    'complete',
  ]),
  currency: text,
  avs_response: text,
  csc_response: text,
  action: listOf(Action),
});
type Transaction = v.InferOutput<typeof Transaction>;

const Report = v.object({
  error_response: text,
  transaction: listOf(v.unknown()),
});

/**
 * The transaction that has our reference as its order id; undefined where NMI has none. Merchants
 * choose the ids of payments and refunds, so a payment and a refund may have the same one: their
 * first actions differ. Throws where NMI returns an error, or several transactions that cannot be
 * distinguished.
 */
function transactionIn(
  response: HttpResponse,
  kind: 'payment' | 'refund',
  orderId: string,
  transactionId?: string,
): Transaction | undefined {
  if (response.status !== 200) throw new Error('NMI answers with 200 alone.');
  const { error_response: error, transaction } = readXml('nm_response', Report, response);
  if (error !== undefined) throw new Error('NMI answers with an error.');
  if (transaction.length === 0) return undefined;
  const read = v.safeParse(v.array(Transaction), transaction);
  if (!read.success) throw new Error('The answer has another form.');
  const ours = read.output.filter(
    (one) =>
      one.order_id === orderId &&
      isOf(kind, one) &&
      (transactionId === undefined || one.transaction_id === transactionId),
  );
  const [only, another] = ours;
  if (!only || another) throw new Error('It is not clear which transaction is ours.');
  return only;
}

function isOf(kind: 'payment' | 'refund', { action: [first] }: Transaction): boolean {
  const isRefund = first?.action_type === 'refund' || first?.action_type === 'credit';
  return first === undefined || isRefund === (kind === 'refund');
}

export const sync: Exchange<Reference, PaymentOutcome> = {
  request: ({ reference }, account) => queryRequest(reference, account),

  outcome(response, input) {
    const { reference, connectorTransactionId, currency } = input;
    const transaction = transactionIn(response, 'payment', reference, connectorTransactionId);
    if (!transaction) return { result: 'not_found' };
    return input.isVerification
      ? verificationOutcome(transaction)
      : paymentOutcome(transaction, currency);
  },
};

function paymentOutcome(transaction: Transaction, asked: string): PaymentOutcome {
  const reported = reportedBy(transaction, asked);
  const captured = lastOf(transaction, ['sale', 'capture']);
  switch (transaction.condition) {
    case 'pending':
      // A sale that is not taken yet has no authorization to be captured.
      return lastOf(transaction, ['sale'])
        ? { result: 'pending', ...reported }
        : { result: 'authorized', ...reported };
    case 'pendingsettlement':
      // The money of a debit is there when it is settled.
      if (isOfBankAccount(transaction.transaction_type)) return { result: 'pending', ...reported };
      return { result: 'captured', ...capturedBy(transaction, captured, asked), ...reported };
    case 'complete':
      return { result: 'captured', ...capturedBy(transaction, captured, asked), ...reported };
    case 'in_progress':
      return { result: 'pending', ...reported };
    case 'canceled':
      return { result: captured ? 'voided_after_capture' : 'voided', ...reported };
    case 'abandoned':
      return { result: 'declined', attemptStatus: 'authentication_failed', ...reported };
    case 'failed':
      // The settlement refused a charge that failed later.
      return {
        result: 'declined',
        ...(captured && { attemptStatus: 'capture_failed' }),
        ...refusalOf(transaction),
        ...reported,
      };
    case undefined:
      return { result: 'unknown', connectorTransactionId: transaction.transaction_id };
  }
}

function verificationOutcome(transaction: Transaction): PaymentOutcome {
  const { transaction_id: connectorTransactionId, condition } = transaction;
  switch (condition) {
    case 'pendingsettlement':
    case 'complete':
      return { result: 'captured', capturedMinor: 0, connectorTransactionId };
    case 'in_progress':
    case 'pending':
      return { result: 'pending', connectorTransactionId };
    case 'abandoned':
    case 'canceled':
    case 'failed':
      return { result: 'declined', ...refusalOf(transaction), connectorTransactionId };
    case undefined:
      return { result: 'unknown', connectorTransactionId };
  }
}

/** The last step of these types that NMI made. */
const lastOf = (
  { action }: Transaction,
  types: readonly Action['action_type'][],
): Action | undefined =>
  action.findLast(({ action_type, success }) => types.includes(action_type) && success === '1');

/** The currency is that of the request where NMI states none. */
const minorOf = ({ currency }: Transaction, amount: string, asked: string): number =>
  amounts.fromMajor(amount, currency || asked);

const capturedBy = (transaction: Transaction, captured: Action | undefined, asked: string) =>
  captured?.amount ? { capturedMinor: minorOf(transaction, captured.amount, asked) } : {};

/** How far the query may be behind is not documented. */
const lagSeconds = 60;

function reportedBy(transaction: Transaction, asked: string): ReportedPayment {
  const { transaction_id: id, currency } = transaction;
  const { amount } = lastOf(transaction, ['sale', 'auth']) ?? {};
  return {
    connectorTransactionId: id,
    lagSeconds,
    ...(isOfBankAccount(transaction.transaction_type) && { connectorMetadata: debitMetadata }),
    ...(amount && { amountMinor: minorOf(transaction, amount, asked) }),
    ...(currency && { currency }),
    ...checksIn(transaction),
  };
}

/** By the names of the answer to the charge, so that both show the same. */
const checksIn = ({ avs_response: avsresponse, csc_response: cvvresponse }: Transaction) =>
  avsresponse || cvvresponse
    ? {
        paymentChecks: checksAsSent({
          avsresponse: avsresponse || undefined,
          cvvresponse: cvvresponse || undefined,
        }),
      }
    : {};

function refusalOf({ action }: Transaction) {
  const returned = action.findLast(({ action_type: type }) => returns.some((one) => one === type));
  if (returned) {
    const { action_type: code, response_text: message } = returned;
    return { ...(code && { code }), ...(message && { message, reason: message }) };
  }
  const { response_code: code, response_text: message } =
    action.findLast(({ success }) => success === '0') ?? {};
  return { ...(code && { code }), ...(message && { message, reason: message }) };
}

export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ reference }, account) => queryRequest(reference, account),

  outcome(response, { reference, currency: asked }) {
    const transaction = transactionIn(response, 'refund', reference);
    // NMI accepted the refund, or did not answer: a list without it proves nothing yet.
    if (!transaction) throw new Error('NMI does not list the refund.');
    const { amount: stated } = lastOf(transaction, ['refund']) ?? {};
    const amount = stated && refundedAmount(stated);
    const { currency } = transaction;
    const reported = {
      connectorRefundId: transaction.order_id,
      ...(amount && { amountMinor: minorOf(transaction, amount, asked) }),
      ...(currency && { currency }),
    };
    switch (transaction.condition) {
      case 'pendingsettlement': {
        const isToBank = isOfBankAccount(transaction.transaction_type);
        return { result: isToBank ? 'pending' : 'succeeded', ...reported };
      }
      case 'complete':
        return { result: 'succeeded', ...reported };
      case 'pending':
      case 'in_progress':
        return { result: 'pending', ...reported };
      case 'abandoned':
      case 'canceled':
      case 'failed':
        return { result: 'declined', ...refusalOf(transaction), ...reported };
      case undefined:
        return { result: 'unknown', connectorRefundId: transaction.order_id };
    }
  },
};
