import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Exchange, NextStep } from '../interface/exchange.ts';
import type { Capture, PaymentOutcome, Reference } from '../interface/payments.ts';
import { amounts } from './currencies.ts';
import { DetailsResponse, detailedOutcome, statusOutcome } from './details.ts';
import {
  detailsRequest,
  invoiceNumberOf,
  transactionId,
  transactionRequest,
  voidRequest,
} from './requests.ts';
import { metadataIn, readAnswer, reportedBy, verdictOf } from './responses.ts';
import { searchIn, unsettledRequest } from './search.ts';

export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    transactionRequest(account, undefined, {
      transactionType: 'priorAuthCaptureTransaction',
      amount: amounts.toMajorNumber(input.captureMinor, input.currency),
      refTransId: transactionId(input),
    }),

  outcome(response) {
    const verdict = verdictOf(response);
    if (verdict.is === 'refused') return verdict.refusal;
    // Captured before, perhaps with another amount, or voided: the details contain the state.
    if (verdict.before) throw new Error('Authorize.net did nothing more.');
    const { transaction } = verdict;
    const reported = { ...reportedBy(transaction), ...metadataIn(transaction) };
    return { result: verdict.is === 'held' ? 'held' : 'captured', ...reported };
  },
};

/** Until the settlement, Authorize.net voids an authorization and a charge in the same way. */
const voidInto = (result: 'voided' | 'voided_after_capture') =>
  ({
    request: (input, account) => voidRequest(account, input.reference, transactionId(input)),

    outcome(response) {
      const verdict = verdictOf(response);
      if (verdict.is === 'refused') return verdict.refusal;
      if (verdict.before === 'captured') throw new Error('Nothing is said of the void.');
      const { transaction } = verdict;
      const reported = { ...reportedBy(transaction), ...metadataIn(transaction) };
      return { result: verdict.is === 'held' ? 'pending' : result, ...reported };
    },
  }) satisfies Exchange<Reference, PaymentOutcome>;

export const voidPayment = voidInto('voided');
export const voidCaptured = voidInto('voided_after_capture');

/** Asks for the transaction; where its id is not known, looks for it by our invoice number. */
export const sync: Exchange<Reference, PaymentOutcome> = {
  canAsk: ({ isVerification, connectorTransactionId }) =>
    connectorTransactionId !== undefined || isVerification !== true,

  request: ({ connectorTransactionId }, account) =>
    connectorTransactionId === undefined
      ? unsettledRequest(account)
      : detailsRequest(account, connectorTransactionId),

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    if (input.connectorTransactionId !== undefined) return stateIn(response, input);
    return searchIn<PaymentOutcome>(response, account, {
      invoiceNumber: invoiceNumberOf(input.reference),
      mostBatches: 2,
      found: (transId) => ({
        next: detailsRequest(account, transId),
        outcome: (details) => stateIn(details, input),
      }),
      settled: (listed) =>
        statusOutcome(listed, input.currency, {
          connectorTransactionId: listed.transId,
          connectorReference: listed.transId,
          ...metadataIn(listed),
        }),
      none: { result: 'not_found' },
    });
  },
};

function stateIn(response: HttpResponse, input: Reference): PaymentOutcome {
  const { transaction, messages } = readAnswer(DetailsResponse, response);
  if (transaction) return detailedOutcome(transaction, input);
  if (messages.message[0]?.code === 'E00040') return { result: 'not_found' };
  throw new Error('Authorize.net does not tell the state of the transaction.');
}
