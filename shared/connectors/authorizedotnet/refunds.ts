import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import type { MaskedBankAccount } from './bank-account.ts';
import { amounts } from './currencies.ts';
import { DetailsResponse, type TransactionStatus } from './details.ts';
import {
  detailsRequest,
  refundInvoiceNumberOf,
  transactionId,
  transactionRequest,
  voidRequest,
} from './requests.ts';
import { declinedBy, lastFourIn, lastFourOf, readAnswer, verdictOf } from './responses.ts';
import { searchIn, unsettledRequest } from './search.ts';

/** "The referenced transaction does not meet the criteria for issuing a credit": not settled. */
const notSettled = '54';

/**
 * Gives money back to the card or the bank account that was charged. Where it is not known, because
 * the payment came from a search or a webhook, or is a debit, the transaction's details are asked
 * for it first.
 */
export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: (input, account) => {
    const lastFour = lastFourIn(input.payment.connectorMetadata);
    return lastFour === undefined
      ? { ...detailsRequest(account, transactionId(input.payment)), step: 'order' }
      : refundRequest(input, account, maskedCard(lastFour));
  },

  outcome(response, input, account) {
    if (lastFourIn(input.payment.connectorMetadata) !== undefined) {
      return refundedBy(response, input, account);
    }
    const { transaction } = readAnswer(DetailsResponse, response);
    const { creditCard, bankAccount } = transaction?.payment ?? {};
    const lastFour = lastFourOf(creditCard?.cardNumber);
    const charged = lastFour === undefined ? bankAccount && { bankAccount } : maskedCard(lastFour);
    if (!charged) throw new Error('The card of the payment is not known.');
    return {
      next: refundRequest(input, account, charged),
      outcome: (answer) => refundedBy(answer, input, account),
    };
  },
};

const maskedCard = (cardNumber: string) => ({
  creditCard: { cardNumber, expirationDate: 'XXXX' },
});

const refundRequest = (
  { payment, amountMinor, currency, reference }: RefundReference,
  account: ExchangeAccount,
  charged: ReturnType<typeof maskedCard> | { readonly bankAccount: MaskedBankAccount },
) =>
  transactionRequest(account, undefined, {
    transactionType: 'refundTransaction',
    amount: amounts.toMajorNumber(amountMinor, currency),
    currencyCode: currency,
    payment: charged,
    refTransId: transactionId(payment),
    order: { invoiceNumber: refundInvoiceNumberOf(reference) },
  });

/** A refund is only on its way: it is settled with the merchant's next batch. */
function refundedBy(
  response: HttpResponse,
  input: RefundReference,
  account: ExchangeAccount,
): RefundOutcome | NextStep<RefundOutcome> {
  const verdict = verdictOf(response);
  if (verdict.is === 'refused') {
    const isVoidable = verdict.refusal.code === notSettled && isWhole(input);
    return isVoidable ? voidInstead(verdict.refusal, input, account) : verdict.refusal;
  }
  if (verdict.before) throw new Error('Authorize.net says nothing of the refund.');
  const { transId } = verdict.transaction;
  return { result: 'pending', ...(transId && { connectorRefundId: transId }) };
}

const isWhole = ({ amountMinor, payment }: RefundReference): boolean =>
  amountMinor === payment.amountMinor;

/** Nothing was refunded, so the payment is voided as a whole; else the first refusal stands. */
const voidInstead = (
  refusal: RefundOutcome,
  { payment }: RefundReference,
  account: ExchangeAccount,
): NextStep<RefundOutcome> => ({
  next: voidRequest(account, undefined, transactionId(payment)),
  outcome(response) {
    const verdict = verdictOf(response);
    if (verdict.is === 'refused') return refusal;
    if (verdict.is === 'held' || verdict.before === 'captured') {
      throw new Error('Authorize.net says nothing of the void.');
    }
    return voidedInstead;
  },
});

/** It has no number of its own: the transaction that was voided is the payment. */
const voidedInstead: RefundOutcome = { result: 'succeeded', isByVoid: true };

/**
 * Asks for the refund's transaction; where its id is not known, looks for it by its invoice number.
 * A whole refund may have become a void, so the payment is asked for first. A voided payment was
 * never settled, so no refund of it was made: the void gave back the whole amount, and once.
 */
export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request(input, account) {
    const { connectorRefundId, payment } = input;
    if (connectorRefundId !== undefined) return detailsRequest(account, connectorRefundId);
    return isWhole(input)
      ? { ...detailsRequest(account, transactionId(payment)), step: 'order' }
      : unsettledRequest(account);
  },

  outcome(response, input, account): RefundOutcome | NextStep<RefundOutcome> {
    if (input.connectorRefundId !== undefined) return refundIn(response, input);
    if (!isWhole(input)) return search(response, input, account, 2);
    const { transaction } = readAnswer(DetailsResponse, response);
    if (!transaction) throw new Error('Authorize.net does not tell the state of the payment.');
    if (transaction.transactionStatus === 'voided') return voidedInstead;
    return {
      next: unsettledRequest(account),
      outcome: (list) => search(list, input, account, 1),
    };
  },
};

const search = (
  response: HttpResponse,
  input: RefundReference,
  account: ExchangeAccount,
  mostBatches: number,
): RefundOutcome | NextStep<RefundOutcome> =>
  searchIn<RefundOutcome>(response, account, {
    invoiceNumber: refundInvoiceNumberOf(input.reference),
    mostBatches,
    found: (transId) => ({
      next: detailsRequest(account, transId),
      outcome: (details) => refundIn(details, input),
    }),
    settled: (listed) => refundOutcome(listed, input.currency),
    none: { result: 'not_found' },
  });

function refundIn(response: HttpResponse, { currency }: RefundReference): RefundOutcome {
  const { transaction, messages } = readAnswer(DetailsResponse, response);
  return transaction ? refundOutcome(transaction, currency) : declinedBy(messages);
}

interface RefundTransaction {
  readonly transId: string;
  readonly transactionStatus: TransactionStatus;
  readonly settleAmount?: number | undefined;
}

/** The outcome of a refund by its status. Throws where the status is unclear. */
function refundOutcome(
  { transId, transactionStatus, settleAmount }: RefundTransaction,
  currency: string,
): RefundOutcome {
  const reported = {
    connectorRefundId: transId,
    ...(settleAmount !== undefined && { amountMinor: amounts.fromMajor(settleAmount, currency) }),
  };
  switch (transactionStatus) {
    case 'refundSettledSuccessfully':
      return { result: 'succeeded', ...reported };
    case 'refundPendingSettlement':
    case 'pendingSettlement':
    case 'pendingFinalSettlement':
    case 'updatingSettlement':
      return { result: 'pending', ...reported };
    case 'FDSPendingReview':
    case 'FDSAuthorizedPendingReview':
    case 'underReview':
      return { result: 'held', ...reported };
    case 'declined':
    case 'generalError':
    case 'voided':
      return { result: 'declined', ...reported };
    case 'expired':
    case 'failedReview':
    case 'settlementError':
    case 'communicationError':
      return { result: 'declined', code: transactionStatus, ...reported };
    default:
      throw new Error('A status that tells nothing about the refund.');
  }
}
