import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { certainWord } from '../formats/words.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { MandateReference, RevocationOutcome } from '../interface/mandates.ts';
import type { Capture, PaymentOutcome, Reference } from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { amounts } from './amounts.ts';
import { failureOf, isRefused } from './failures.ts';
import {
  outcomeOfParts,
  Parts,
  partialCaptureRequest,
  partsFields,
  readPartialCapture,
} from './partial-captures.ts';
import { apiRequest, merchantAccountFor, transactionId } from './requests.ts';
import { moneyOf, paymentOutcome, readAnswer, refundOutcome } from './responses.ts';
import { Payment, paymentFields, refundFields } from './transaction.ts';

const hasParts = ({ captureMethod }: Pick<Reference, 'captureMethod'>): boolean =>
  captureMethod === 'manual_multiple';

/** Captures once, so that the rest of the amount is released, or one of several parts. */
export const capture: Exchange<Capture, PaymentOutcome> = {
  request(input, account) {
    if (hasParts(input)) return partialCaptureRequest(input, account);
    return apiRequest(
      account,
      `mutation captureTransaction($input: CaptureTransactionInput!) { captureTransaction(input: $input) { clientMutationId transaction { ${paymentFields} } } }`,
      {
        transactionId: transactionId(input),
        transaction: { amount: amounts.toMajorString(input.captureMinor, input.currency) },
      },
    );
  },

  outcome(response, input) {
    if (hasParts(input)) return readPartialCapture(response, input);
    const answer = readAnswer('captureTransaction', v.object({ transaction: Payment }), response);
    if ('refusal' in answer) return answer.refusal;
    const { transaction } = answer.done;
    const outcome = paymentOutcome(transaction, { captureMethod: 'manual' });
    if (outcome.result === 'captured') return { ...outcome, ...moneyOf(transaction) };
    if (outcome.result === 'declined') return outcome;
    throw new Error('A status that tells nothing about the capture.');
  },
};

/** Gives back the whole payment: Braintree voids it, or refunds it if it was settled meanwhile. */
const reversal = (payment: Reference, account: ExchangeAccount) =>
  apiRequest(
    account,
    `mutation voidTransaction($input: ReverseTransactionInput!) { reverseTransaction(input: $input) { clientMutationId reversal { __typename ... on Transaction { id legacyId amount { value currencyCode } status } ... on Refund { ${refundFields} } } } }`,
    { transactionId: transactionId(payment) },
  );

const Reversed = v.object({
  reversal: v.variant('__typename', [
    v.object({ __typename: v.literal('Refund'), ...Payment.entries }),
    v.object({
      __typename: v.optional(v.literal('Transaction')),
      id: v.string(),
      status: certainWord(['VOIDED']),
      amount: Payment.entries.amount,
    }),
  ]),
});

/**
 * A void that gives back the money of a settled payment as a refund. That refund is stored with the
 * payment: its id is the reference, and in the metadata.
 */
const voidInto = (
  result: 'voided' | 'voided_after_capture',
): Exchange<Reference, PaymentOutcome> => ({
  request: reversal,

  outcome(response, payment): PaymentOutcome {
    const answer = readAnswer('reverseTransaction', Reversed, response);
    if ('refusal' in answer) return answer.refusal;
    const { reversal: reversed } = answer.done;
    if (reversed.__typename !== 'Refund') {
      return { result, connectorTransactionId: reversed.id };
    }
    if (refundOutcome(reversed).result === 'declined') {
      return { result: 'declined', ...failureOf(reversed) };
    }
    const { connectorTransactionId, connectorMetadata } = payment;
    return {
      result,
      ...(connectorTransactionId !== undefined && { connectorTransactionId }),
      connectorReference: reversed.id,
      connectorMetadata: { ...connectorMetadata, refund_id: reversed.id },
    };
  },
});

export const voidPayment = voidInto('voided');
export const voidCaptured = voidInto('voided_after_capture');

const edgesOf = <S extends v.GenericSchema>(node: S) =>
  v.object({ edges: v.array(v.object({ node })) });
const Transactions = v.object({
  transactions: edgesOf(v.object({ ...Payment.entries, ...Parts.entries })),
});
const Refunds = v.object({ refunds: edgesOf(Payment) });

/** Braintree does not document how soon its search shows a change. */
const lagSeconds = 60;

/**
 * Asks for the transaction by its id, else by our reference. There may be two of one reference: the
 * second was then refused as a duplicate, so the one that was not refused counts.
 */
export const sync: Exchange<Reference, PaymentOutcome> = {
  canAsk: ({ connectorTransactionId, isVerification }) =>
    connectorTransactionId !== undefined || isVerification !== true,

  request(input, account) {
    const { connectorTransactionId: id, reference } = input;
    const fields = hasParts(input) ? `${paymentFields} ${partsFields}` : paymentFields;
    return apiRequest(
      account,
      `query($input: TransactionSearchInput!) { search { transactions(input: $input) { edges { node { ${fields} } } } } }`,
      id === undefined ? { orderId: { is: reference } } : { id: { is: id } },
    );
  },

  outcome(response, input) {
    const answer = readAnswer('search', Transactions, response);
    if ('refusal' in answer) throw new Error('Braintree does not tell the state of the payment.');
    const { connectorTransactionId, reference } = input;
    const found = answer.done.transactions.edges
      .map(({ node }) => node)
      .filter(({ orderId }) => connectorTransactionId !== undefined || orderId === reference);
    const transaction = found.find((one) => !isRefused(one)) ?? found[0];
    if (transaction) {
      return { ...(outcomeOfParts(transaction) ?? paymentOutcome(transaction, input)), lagSeconds };
    }
    // Braintree has no transaction of PayPal's before the customer's approval is completed.
    const isAtPayPal = input.connectorMetadata?.paypal_payment_id !== undefined;
    if (connectorTransactionId === undefined && !isAtPayPal) return { result: 'not_found' };
    throw new Error('Braintree does not find its own transaction.');
  },
};

/**
 * Refunds a settled payment. Before settlement Braintree refuses (91506), and a refund of the whole
 * amount is then done by a void.
 */
export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: (input, account) => {
    const { reference, amountMinor, currency } = input;
    return apiRequest(
      account,
      `mutation refundTransaction($input: RefundTransactionInput!) { refundTransaction(input: $input) { clientMutationId refund { ${refundFields} } } }`,
      {
        transactionId: refundedId(input),
        refund: {
          amount: amounts.toMajorString(amountMinor, currency),
          merchantAccountId: merchantAccountFor(account, currency),
          orderId: reference,
        },
      },
    );
  },

  outcome(response, input, account): RefundOutcome | NextStep<RefundOutcome> {
    const answer = readAnswer('refundTransaction', v.object({ refund: Payment }), response);
    if (!('refusal' in answer)) return refundOutcome(answer.done.refund);
    const { result, code } = answer.refusal;
    const isTooEarly = result === 'declined' && code === '91506' && isOfWhole(input);
    if (!isTooEarly) return answer.refusal;
    return { next: reversal(input.payment, account), outcome: readRefundByVoid };
  },
};

/** The transaction of the refunded part, else of the payment. */
const refundedId = ({ connectorCaptureId, payment }: RefundReference): string =>
  connectorCaptureId ?? transactionId(payment);

/** A part is never given back by a void, which would be one of the whole payment. */
const isOfWhole = ({ amountMinor, payment, connectorCaptureId }: RefundReference): boolean =>
  connectorCaptureId === undefined && amountMinor === payment.amountMinor;

/** Where the payment was settled between the two requests, it was refunded after all. */
function readRefundByVoid(response: HttpResponse): RefundOutcome {
  const answer = readAnswer('reverseTransaction', Reversed, response);
  if ('refusal' in answer) return answer.refusal;
  const { reversal: reversed } = answer.done;
  return reversed.__typename === 'Refund' ? refundOutcome(reversed) : byVoid(reversed.id);
}

/** Such a refund has the id of the transaction that was voided. */
const byVoid = (connectorRefundId: string): RefundOutcome => ({
  result: 'succeeded',
  isByVoid: true,
  connectorRefundId,
});

const isByVoid = ({ connectorRefundId, payment }: RefundReference): boolean =>
  connectorRefundId === payment.connectorTransactionId;

const RefundedTransaction = v.object({
  ...Payment.entries,
  refunds: v.nullish(v.array(Payment)),
});

/**
 * By Braintree's id of the refund; else in the transaction, which lists its refunds: by our
 * reference, or, for a refund of the whole amount, by the void that replaces it. A transaction is
 * given back whole only once. A transaction that lists none proves nothing.
 */
export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request(input, account) {
    const { connectorRefundId: id } = input;
    if (id !== undefined && !isByVoid(input)) {
      return apiRequest(
        account,
        `query($input: RefundSearchInput!) { search { refunds(input: $input, first: 1) { edges { node { ${refundFields} createdAt } } } } }`,
        { id: { is: id } },
      );
    }
    return apiRequest(
      account,
      `query($input: ID!) { node(id: $input) { ... on Transaction { id orderId status amount { value currencyCode } refunds { ${refundFields} } } } }`,
      refundedId(input),
    );
  },

  outcome(response, input): RefundOutcome {
    if (input.connectorRefundId !== undefined && !isByVoid(input)) {
      const answer = readAnswer('search', Refunds, response);
      const [found] = 'done' in answer ? answer.done.refunds.edges : [];
      if (!found) throw new Error('Braintree does not tell the state of the refund.');
      return refundOutcome(found.node);
    }
    const answer = readAnswer('node', RefundedTransaction, response);
    if ('refusal' in answer) throw new Error('Braintree does not tell the state of the refund.');
    const { id, orderId, status, refunds } = answer.done;
    const ofReference = refunds?.find((one) => one.orderId === input.reference);
    if (ofReference) return refundOutcome(ofReference);
    if (!isOfWhole(input)) throw new Error('Braintree lists no such refund.');
    if (status === 'VOIDED') return byVoid(id);
    // Braintree gives a refund that a void became the order id of the transaction.
    const ofWhole = refunds?.find(
      (one) => one.orderId === orderId && moneyOf(one).amountMinor === input.amountMinor,
    );
    if (!ofWhole) throw new Error('Braintree lists no such refund.');
    return refundOutcome(ofWhole);
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
