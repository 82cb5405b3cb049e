import * as v from 'valibot';
import { toMajorString } from '../formats/amounts.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { MandateReference, RevocationOutcome } from '../interface/mandates.ts';
import type { Capture, PaymentOutcome, Reference } from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { apiRequest, merchantAccountFor } from './requests.ts';
import {
  isRefused,
  moneyOf,
  Payment,
  paymentFields,
  paymentOutcome,
  readAnswer,
  refundOutcome,
} from './responses.ts';

/** Throws where Braintree's id of the payment is not known. */
function transactionId({ connectorTransactionId }: Reference): string {
  if (connectorTransactionId === undefined) throw new Error('The transaction is not known.');
  return connectorTransactionId;
}

/** Captures once: what is not captured of the amount is released. */
export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest(
      account,
      `mutation captureTransaction($input: CaptureTransactionInput!) { captureTransaction(input: $input) { clientMutationId transaction { ${paymentFields} } } }`,
      {
        transactionId: transactionId(input),
        transaction: { amount: toMajorString(input.captureMinor, input.currency) },
      },
    ),

  outcome(response) {
    const answer = readAnswer('captureTransaction', v.object({ transaction: Payment }), response);
    if ('refusal' in answer) return answer.refusal;
    const { transaction } = answer.done;
    const outcome = paymentOutcome(transaction, { captureMethod: 'manual' });
    if (outcome.result === 'captured') return { ...outcome, ...moneyOf(transaction) };
    if (outcome.result === 'declined') return outcome;
    throw new Error('A status that tells nothing about the capture.');
  },
};

const Reversal = v.object({ reversal: v.object({ id: v.string(), status: v.literal('VOIDED') }) });

/** Throws where Braintree refunded instead, because the payment was settled. */
export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest(
      account,
      'mutation voidTransaction($input: ReverseTransactionInput!) { reverseTransaction(input: $input) { clientMutationId reversal { ... on Transaction { id legacyId amount { value currencyCode } status } } } }',
      { transactionId: transactionId(input) },
    ),

  outcome(response) {
    const answer = readAnswer('reverseTransaction', Reversal, response);
    if ('refusal' in answer) return answer.refusal;
    return { result: 'voided', connectorTransactionId: answer.done.reversal.id };
  },
};

const edges = v.object({ edges: v.array(v.object({ node: Payment })) });
const Transactions = v.object({ transactions: edges });
const Refunds = v.object({ refunds: edges });

/** Braintree does not say how soon its search shows a change. */
const lagSeconds = 60;

/**
 * Asks for the transaction by its id, else by our reference. There may be two of one reference: the
 * second was then refused as a duplicate, so the one that was not refused counts.
 */
export const sync: Exchange<Reference, PaymentOutcome> = {
  canAsk: ({ connectorTransactionId, isVerification }) =>
    connectorTransactionId !== undefined || isVerification !== true,

  request: ({ connectorTransactionId: id, reference }, account) =>
    apiRequest(
      account,
      `query($input: TransactionSearchInput!) { search { transactions(input: $input) { edges { node { ${paymentFields} } } } } }`,
      id === undefined ? { orderId: { is: reference } } : { id: { is: id } },
    ),

  outcome(response, input) {
    const answer = readAnswer('search', Transactions, response);
    if ('refusal' in answer) throw new Error('Braintree does not tell the state of the payment.');
    const found = answer.done.transactions.edges.map(({ node }) => node);
    const transaction = found.find((one) => !isRefused(one)) ?? found[0];
    if (transaction) return { ...paymentOutcome(transaction, input), lagSeconds };
    if (input.connectorTransactionId === undefined) return { result: 'not_found' };
    throw new Error('Braintree does not find its own transaction.');
  },
};

export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment, reference, amountMinor, currency }, account) =>
    apiRequest(
      account,
      `mutation refundTransaction($input: RefundTransactionInput!) { refundTransaction(input: $input) { clientMutationId refund { ${paymentFields} } } }`,
      {
        transactionId: transactionId(payment),
        refund: {
          amount: toMajorString(amountMinor, currency),
          merchantAccountId: merchantAccountFor(account, currency),
          orderId: reference,
        },
      },
    ),

  outcome(response) {
    const answer = readAnswer('refundTransaction', v.object({ refund: Payment }), response);
    return 'refusal' in answer ? answer.refusal : refundOutcome(answer.done.refund);
  },
};

/** By Braintree's id of the refund, else by our reference. A search that finds none proves nothing. */
export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ connectorRefundId: id, reference }, account) =>
    apiRequest(
      account,
      `query($input: RefundSearchInput!) { search { refunds(input: $input, first: 1) { edges { node { ${paymentFields} createdAt } } } } }`,
      id === undefined ? { orderId: { is: reference } } : { id: { is: id } },
    ),

  outcome(response) {
    const answer = readAnswer('search', Refunds, response);
    const [found] = 'done' in answer ? answer.done.refunds.edges : [];
    if (!found) throw new Error('Braintree does not tell the state of the refund.');
    return refundOutcome(found.node);
  },
};

export const revokeMandate: Exchange<MandateReference, RevocationOutcome> = {
  request: ({ connectorMandateId: paymentMethodId }, account) =>
    apiRequest(
      account,
      'mutation deletePaymentMethodFromVault($input: DeletePaymentMethodFromVaultInput!) { deletePaymentMethodFromVault(input: $input) { clientMutationId } }',
      { paymentMethodId },
    ),

  outcome(response) {
    const answer = readAnswer('deletePaymentMethodFromVault', v.object({}), response);
    if (!('refusal' in answer)) return { result: 'revoked' };
    const { result, ...error } = answer.refusal;
    return result === 'declined'
      ? { result, ...error, status: response.status }
      : { result, ...error };
  },
};
