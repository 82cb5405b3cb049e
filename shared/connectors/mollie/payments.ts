import type { Exchange, NextStep } from '../interface/exchange.ts';
import type { Capture, PaymentOutcome, Reference } from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { amountOf, apiRequest, described, paymentUrl } from './requests.ts';
import {
  Capture as CaptureAnswer,
  Captures,
  capturesIn,
  isDone,
  minorOf,
  Payment,
  paymentOutcome,
  Refund,
  readAnswer,
  readPayment,
  refundOutcome,
  refusalIn,
} from './responses.ts';

export const sync: Exchange<Reference, PaymentOutcome> = {
  canAsk: ({ connectorTransactionId }) => connectorTransactionId !== undefined,
  request: ({ connectorTransactionId }, account) =>
    apiRequest('GET', paymentUrl(account, connectorTransactionId), account),
  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    const payment = readAnswer(Payment, response);
    const outcome = paymentOutcome(payment);
    // A payment stays authorized while a capture is pending, or after one that failed.
    if (outcome.result !== 'authorized' || !payment._links?.captures) return outcome;
    return {
      next: apiRequest(
        'GET',
        paymentUrl(account, input.connectorTransactionId, 'captures'),
        account,
      ),
      outcome: (list) => ({ ...outcome, captures: capturesIn(readAnswer(Captures, list)) }),
    };
  },
};

export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest('POST', paymentUrl(account, input.connectorTransactionId, 'captures'), account, {
      idempotencyKey: `capture:${input.captureReference}`,
      body: {
        amount: amountOf(input.captureMinor, input.currency),
        description: input.captureReference,
        metadata: { orderId: input.captureReference },
      },
    }),

  outcome(response) {
    if (!isDone(response)) return refusalIn(response);
    const { id: connectorCaptureId, status, amount } = readAnswer(CaptureAnswer, response);
    const money = { amountMinor: minorOf(amount), currency: amount.currency };
    switch (status) {
      case 'succeeded':
        return {
          result: 'captured',
          capturedMinor: money.amountMinor,
          connectorCaptureId,
          ...money,
        };
      case 'pending':
        return { result: 'pending', connectorCaptureId, ...money };
      case 'failed':
        return { result: 'declined', connectorCaptureId, ...money };
      case undefined:
        return { result: 'unknown', connectorCaptureId };
    }
  },
};

export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: ({ connectorTransactionId, reference }, account) =>
    apiRequest('DELETE', paymentUrl(account, connectorTransactionId), account, {
      idempotencyKey: `${reference}_void`,
    }),
  outcome: readPayment,
};

export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment, amountMinor, currency, reference, reason }, account) =>
    apiRequest('POST', paymentUrl(account, payment.connectorTransactionId, 'refunds'), account, {
      idempotencyKey: `refund:${reference}`,
      body: {
        amount: amountOf(amountMinor, currency),
        description: reason === undefined ? undefined : described(reason),
        metadata: { orderId: reference },
      },
    }),

  outcome: (response) =>
    isDone(response) ? refundOutcome(readAnswer(Refund, response)) : refusalIn(response),
};

export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  canAsk: ({ connectorRefundId }) => connectorRefundId !== undefined,
  request: ({ payment, connectorRefundId = '' }, account) =>
    apiRequest(
      'GET',
      paymentUrl(account, payment.connectorTransactionId, 'refunds', connectorRefundId),
      account,
    ),
  outcome: (response) => refundOutcome(readAnswer(Refund, response)),
};
