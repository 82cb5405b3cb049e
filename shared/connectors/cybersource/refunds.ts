import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Exchange, NextStep } from '../interface/exchange.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import {
  amountDetails,
  apiRequest,
  capturePath,
  codeOf,
  paymentPath,
  transactionRequest,
} from './requests.ts';
import {
  type Answer,
  failureOf,
  money,
  readPayment,
  readTransaction,
  refusalIn,
  totalIn,
} from './responses.ts';
import { foundIn, searchRequest } from './search.ts';

/** Gives back a charge, or the capture that took its money. */
export const refund: Exchange<RefundReference, RefundOutcome> = {
  request({ payment, connectorCaptureId, amountMinor, currency, reference }, account) {
    const captureId = connectorCaptureId ?? payment.connectorMetadata?.capture_id;
    const path =
      captureId === undefined
        ? paymentPath(payment.connectorTransactionId, 'refunds')
        : capturePath(captureId, 'refunds');
    return apiRequest('POST', path, account, {
      orderInformation: { amountDetails: amountDetails(amountMinor, currency) },
      clientReferenceInformation: { code: codeOf(reference) },
    });
  },

  outcome: (response) =>
    response.status >= 300 ? refusedRefund(response) : refundOutcome(readPayment(response)),
};

/** A capture that was voided, here or at the processor, has nothing to give back. */
function refusedRefund(response: HttpResponse): RefundOutcome {
  const refused = refusalIn(response);
  return refused.code === 'CAPTURE_ALREADY_VOIDED' ? { ...refused, result: 'declined' } : refused;
}

/** By Cybersource's id of the refund, else by a search for ours. */
export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ connectorRefundId, reference }, account) =>
    connectorRefundId === undefined
      ? searchRequest(reference, account)
      : transactionRequest(connectorRefundId, account),

  outcome(response, { connectorRefundId, reference }, account): Reading {
    if (connectorRefundId !== undefined) return stateIn(response);
    const [id, another] = foundIn(response, reference).idsOf('ics_credit');
    if (id === undefined) return { result: 'not_found' };
    if (another !== undefined) throw new Error('Several refunds have our reference.');
    return { next: transactionRequest(id, account), outcome: stateIn };
  },
};

type Reading = RefundOutcome | NextStep<RefundOutcome>;

const stateIn = (response: HttpResponse): RefundOutcome => refundOutcome(readTransaction(response));

function refundOutcome(answer: Answer): RefundOutcome {
  const { refundAmount, currency } = answer.refundAmountDetails ?? {};
  const reported = {
    connectorRefundId: answer.id,
    ...(refundAmount == null ? totalIn(answer) : money(refundAmount, currency)),
  };
  switch (answer.status) {
    case 'TRANSMITTED':
    case 'SUCCEEDED':
      return { result: 'succeeded', ...reported };
    case 'PENDING':
      return { result: 'pending', ...reported };
    case 'PENDING_REVIEW':
      return { result: 'held', ...reported };
    case 'VOIDED':
    case 'CANCELLED':
      return { result: 'declined', code: voided, message: voided, reason: voided, ...reported };
    case 'DECLINED':
    case 'REJECTED':
    case 'FAILED':
    case 'INVALID_REQUEST':
    case 'SERVER_ERROR':
      return { ...failureOf(answer), connectorRefundId: answer.id };
    default:
      throw new Error('A status that says nothing of a refund.');
  }
}

const voided = 'Refund request has been voided.';
