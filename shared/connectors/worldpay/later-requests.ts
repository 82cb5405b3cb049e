import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { Capture, Increment, PaymentOutcome, Reference } from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { hyphenated, transactionReference } from './references.ts';
import {
  apiRequest,
  cardPaymentsRequest,
  inPath,
  moneyOf,
  paymentPath,
  worldpayKeys,
} from './requests.ts';
import {
  type Answer,
  Events,
  eventIn,
  isDone,
  linkDataIn,
  outcomeOfEvent,
  paymentOutcome,
  readAnswer,
  refusalIn,
} from './responses.ts';

/** The outcome of an accepted change of a payment. */
function changedPayment(
  response: HttpResponse,
  input: Reference,
  accepted: Answer['outcome'],
): PaymentOutcome {
  if (!isDone(response)) return refusalIn(response);
  const answer = readAnswer(response, input);
  if (answer.outcome !== accepted) throw new Error('It says nothing of what was asked.');
  return paymentOutcome(answer, response, input);
}

export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) => {
    const { captureMinor, captureNumber, captureReference, currency, reference } = input;
    const path = paymentPath(input.connectorTransactionId, 'partialSettlements');
    return apiRequest('POST', path, account, {
      idempotencyKey: `capture:${captureReference}`,
      body: {
        value: moneyOf(captureMinor, currency),
        reference: hyphenated(captureNumber === 1 ? reference : captureReference),
      },
    });
  },
  outcome: (response, input) => changedPayment(response, input, 'sentForSettlement'),
};

export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: ({ connectorTransactionId, reference }, account) =>
    apiRequest('POST', paymentPath(connectorTransactionId, 'cancellations'), account, {
      idempotencyKey: `${reference}_void`,
    }),
  outcome: (response, input) => changedPayment(response, input, 'sentForCancellation'),
};

export const increment: Exchange<Increment, PaymentOutcome> = {
  request: ({ connectorTransactionId, currency, incrementReference, totalMinor }, account) =>
    cardPaymentsRequest(
      'POST',
      `payments/authorizations/incrementalAuthorizations/${inPath(connectorTransactionId)}`,
      account,
      { idempotencyKey: incrementReference, body: { value: moneyOf(totalMinor, currency) } },
    ),
  outcome(response, input) {
    if (!isDone(response)) return refusalIn(response);
    const answer = readAnswer(response, input);
    if (answer.outcome !== 'authorized' && answer.outcome !== 'refused') {
      throw new Error('It says nothing of what was asked.');
    }
    return paymentOutcome(answer, response, input);
  },
};

/**
 * The last event of a payment may be a quarter of an hour old.
 *
 * @see https://developer.worldpay.com/products/card-payments/query-a-payment
 */
const lagSeconds = 900;

/** The last event of the payment: by Worldpay's id, or by our reference where that is not known. */
export const sync: Exchange<Reference, PaymentOutcome> = {
  request({ connectorTransactionId, reference }, account) {
    if (connectorTransactionId !== undefined) {
      return apiRequest('GET', paymentPath(connectorTransactionId), account);
    }
    const query = new URLSearchParams({
      transactionRef: transactionReference(reference),
      entity: worldpayKeys(account).entity,
    });
    return cardPaymentsRequest('GET', `payments/events?${query}`, account);
  },

  outcome(response, input) {
    if (response.status !== 200) return withoutEvents(response, input);
    const { lastEvent, _actions, _links } = readJson(Events, response);
    const { connectorTransactionId: known } = input;
    // The id contains the possible next steps, so a settled payment has another one.
    const connectorTransactionId =
      linkDataIn(_actions) ?? known ?? linkDataIn(_links, 'self') ?? linkDataIn(_links);
    const outcome = outcomeOfEvent(lastEvent, input, {
      lagSeconds,
      ...(connectorTransactionId !== undefined && { connectorTransactionId }),
    });
    if (!outcome) throw new Error('An event that is not known.');
    return outcome;
  },
};

function withoutEvents(response: HttpResponse, input: Reference): PaymentOutcome {
  const refusal = refusalIn(response);
  const isSearched = input.connectorTransactionId === undefined;
  return isSearched && response.status === 404 ? { result: 'not_found' } : refusal;
}

/**
 * Worldpay's answer means only that the refund was sent on; its event `refunded` or `refundFailed`
 * reports the result.
 *
 * @see https://developer.worldpay.com/products/events/openapi/payment/refundedpayment
 */
export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment, amountMinor, currency, reference }, account) =>
    apiRequest('POST', paymentPath(payment.connectorTransactionId, 'partialRefunds'), account, {
      idempotencyKey: `refund:${reference}`,
      body: { value: moneyOf(amountMinor, currency), reference: hyphenated(reference) },
    }),

  outcome(response, { payment, reference }) {
    if (!isDone(response)) return refusalIn(response);
    const { outcome } = readAnswer(response, payment);
    if (outcome !== 'sentForRefund' && outcome !== 'sentForPartialRefund') {
      throw new Error('It says nothing of the refund.');
    }
    return { result: 'pending', connectorRefundId: reference };
  },
};

/**
 * The last event of the payment, which names no refund: it reports only a refund of the whole
 * payment.
 */
export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  canAsk: ({ amountMinor, payment }) =>
    amountMinor === payment.amountMinor && payment.connectorTransactionId !== undefined,

  request: ({ payment }, account) =>
    apiRequest('GET', paymentPath(payment.connectorTransactionId), account),

  outcome(response, { connectorRefundId, reference }) {
    if (response.status !== 200) return refusalIn(response);
    const { lastEvent } = readJson(Events, response);
    switch (eventIn(lastEvent)) {
      case 'sentForRefund':
        return { result: 'pending', connectorRefundId: reference };
      case 'refunded':
        return { result: 'succeeded', connectorRefundId: reference };
      case 'refundFailed':
        // Without an answer to this refund, an earlier one may have failed.
        if (connectorRefundId === undefined) break;
        return { result: 'declined', connectorRefundId: reference };
    }
    throw new Error('The last event says nothing of the refund.');
  },
};
