import { fromMajor, toMajorNumber } from '../formats/amounts.ts';
import type {
  Exchange,
  ExchangeAccount,
  HttpResponse,
  NextStep,
  StepRequest,
} from '../interface/exchange.ts';
import type { Capture, PaymentOutcome, Reference } from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { apiRequest, detailsRequest, invoiceNumberOf, transactionRequest } from './requests.ts';
import {
  DetailsResponse,
  declinedBy,
  detailedOutcome,
  isOk,
  lastFourIn,
  metadataIn,
  readAnswer,
  reportedBy,
  UnsettledResponse,
  verdictOf,
} from './responses.ts';

/** The transaction id of a payment. Throws where it is not known. */
function transactionId({ connectorTransactionId }: Reference): string {
  if (connectorTransactionId === undefined) throw new Error('The transaction is not known.');
  return connectorTransactionId;
}

export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    transactionRequest(account, undefined, {
      transactionType: 'priorAuthCaptureTransaction',
      amount: toMajorNumber(input.captureMinor, input.currency),
      refTransId: transactionId(input),
    }),

  outcome(response) {
    const verdict = verdictOf(response);
    if (verdict.is === 'refused') return verdict.refusal;
    const { transaction } = verdict;
    const reported = { ...reportedBy(transaction), ...metadataIn(transaction) };
    return { result: verdict.is === 'held' ? 'held' : 'captured', ...reported };
  },
};

export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: (input, account) =>
    transactionRequest(account, input.reference, {
      transactionType: 'voidTransaction',
      refTransId: transactionId(input),
    }),

  outcome(response) {
    const verdict = verdictOf(response);
    if (verdict.is === 'refused') return verdict.refusal;
    const { transaction } = verdict;
    const reported = { ...reportedBy(transaction), ...metadataIn(transaction) };
    return { result: verdict.is === 'held' ? 'pending' : 'voided', ...reported };
  },
};

export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment, amountMinor, currency, reference }, account) =>
    transactionRequest(account, undefined, {
      transactionType: 'refundTransaction',
      amount: toMajorNumber(amountMinor, currency),
      currencyCode: currency,
      payment: {
        creditCard: {
          cardNumber: lastFourIn(payment.connectorMetadata),
          expirationDate: 'XXXX',
        },
      },
      refTransId: transactionId(payment),
      order: { invoiceNumber: refundInvoiceNumber(reference) },
    }),

  outcome(response) {
    const verdict = verdictOf(response);
    if (verdict.is === 'refused') return verdict.refusal;
    const { transId } = verdict.transaction;
    // A refund is only on its way: it is settled with the merchant's next batch.
    return { result: 'pending', ...(transId && { connectorRefundId: transId }) };
  },
};

/** No id of ours has a colon, so that no payment has the same number. */
const refundInvoiceNumber = (reference: string) => invoiceNumberOf(`refund:${reference}`);

/**
 * Asks for the transaction; where its id is not known, looks for it among the unsettled ones first,
 * by its invoice number.
 */
export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ connectorRefundId }, account) =>
    connectorRefundId === undefined
      ? unsettledRequest(account)
      : detailsRequest(account, connectorRefundId),

  outcome(response, { connectorRefundId, currency, reference }, account) {
    if (connectorRefundId !== undefined) return refundIn(response, currency);
    const transId = unsettledWith(refundInvoiceNumber(reference), response);
    if (transId === undefined) return { result: 'not_found' };
    return {
      next: detailsRequest(account, transId),
      outcome: (details) => refundIn(details, currency),
    };
  },
};

function refundIn(response: HttpResponse, currency: string): RefundOutcome {
  const { transaction, messages } = readAnswer(DetailsResponse, response);
  if (!transaction) return declinedBy(messages);
  const { transId, transactionStatus, settleAmount } = transaction;
  const reported = {
    connectorRefundId: transId,
    ...(settleAmount !== undefined && { amountMinor: fromMajor(settleAmount, currency) }),
  };
  switch (transactionStatus) {
    case 'refundSettledSuccessfully':
      return { result: 'succeeded', ...reported };
    case 'refundPendingSettlement':
      return { result: 'pending', ...reported };
    case 'declined':
    case 'generalError':
    case 'voided':
      return { result: 'declined', ...reported };
    default:
      throw new Error('A status that tells nothing about the refund.');
  }
}

/** Asks for the transactions that are not settled yet, the newest first. */
const unsettledRequest = (account: ExchangeAccount): StepRequest => ({
  ...apiRequest('getUnsettledTransactionListRequest', account, {
    sorting: { orderBy: 'submitTimeUTC', orderDescending: true },
    paging: { limit: 1_000, offset: 1 },
  }),
  step: 'order',
});

/** The id of the unsettled transaction with this invoice number; undefined where there is none. */
function unsettledWith(wanted: string, response: HttpResponse): string | undefined {
  const { messages, transactions = [] } = readAnswer(UnsettledResponse, response);
  if (!isOk(messages)) throw new Error('Authorize.net does not list its transactions.');
  return transactions.find(({ invoiceNumber }) => invoiceNumber === wanted)?.transId;
}

/**
 * Asks for the transaction; where its id is not known, looks for it among the unsettled ones first,
 * by the invoice number that is made of our reference.
 */
export const sync: Exchange<Reference, PaymentOutcome> = {
  canAsk: ({ isVerification, connectorTransactionId }) =>
    connectorTransactionId !== undefined || isVerification !== true,

  request: ({ connectorTransactionId }, account) =>
    connectorTransactionId === undefined
      ? unsettledRequest(account)
      : detailsRequest(account, connectorTransactionId),

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    if (input.connectorTransactionId !== undefined) return stateIn(response, input);
    const transId = unsettledWith(invoiceNumberOf(input.reference), response);
    if (transId === undefined) return { result: 'not_found' };
    return {
      next: detailsRequest(account, transId),
      outcome: (details) => stateIn(details, input),
    };
  },
};

function stateIn(response: HttpResponse, input: Reference): PaymentOutcome {
  const { transaction, messages } = readAnswer(DetailsResponse, response);
  if (transaction) return detailedOutcome(transaction, input);
  if (messages.message[0]?.code === 'E00040') return { result: 'not_found' };
  throw new Error('Authorize.net does not tell the state of the transaction.');
}
