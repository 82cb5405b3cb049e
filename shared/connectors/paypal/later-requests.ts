import * as v from 'valibot';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { Capture, PaymentOutcome, Reference } from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { amountOf, moneyIn } from './amounts.ts';
import { partsOutcome } from './captured-parts.ts';
import { metadataOf, orderOutcome, paymentOutcome } from './payment-outcomes.ts';
import { referenceIn, refundMark, refundOutcome, reversal } from './refund-outcomes.ts';
import { captureRefusals, refusalIn, voidRefusals } from './refusals.ts';
import { apiRequest, pathOf } from './requests.ts';
import { isDone, Order, Payment, Refund, readAnswer } from './responses.ts';

const orders = 'v2/checkout/orders';
const captures = 'v2/payments/captures';
const authorizations = 'v2/payments/authorizations';

/** The object with the state of a payment: its capture, its authorization, or its order. */
function statePath(input: Reference): string | undefined {
  const { connectorMetadata, connectorTransactionId } = input;
  // Only the order lists all captures.
  if (isInParts(input)) return pathOf(orders, connectorTransactionId);
  const {
    psync_flow: flow,
    capture_id: captureId,
    authorize_id: authorizeId,
  } = connectorMetadata ?? {};
  if (flow === 'CAPTURE' && captureId) return pathOf(captures, captureId);
  if (flow === 'AUTHORIZE' && authorizeId) return pathOf(authorizations, authorizeId);
  return connectorTransactionId && pathOf(orders, connectorTransactionId);
}

const isInParts = ({ captureMethod, connectorTransactionId }: Reference): boolean =>
  captureMethod === 'manual_multiple' && connectorTransactionId !== undefined;

export const sync: Exchange<Reference, PaymentOutcome> = {
  canAsk: (input) => statePath(input) !== undefined,

  request(input, account) {
    const path = statePath(input);
    if (path === undefined) throw new Error("PayPal's ids of the payment are not known.");
    return apiRequest('GET', path, account, input.reference);
  },

  outcome(response, input, account) {
    if (statePath(input)?.startsWith(orders)) {
      const order = readAnswer(Order, response);
      return isInParts(input) ? partsOutcome(order) : orderOutcome(order, undefined);
    }
    const payment = readAnswer(Payment, response);
    const orderId =
      input.connectorTransactionId ??
      payment.supplementary_data?.related_ids?.order_id ??
      undefined;
    if (orderId !== undefined && isToldByOrder(payment, input)) {
      return askOrder(orderId, input, account);
    }
    return paymentOutcome(payment, {
      ...(orderId !== undefined && { connectorTransactionId: orderId }),
      connectorReference: payment.invoice_id ?? payment.id,
    });
  },
};

/**
 * Whether the order contains more: the captures of an authorization, with their ids, and whether
 * PayPal itself took the money of a capture back.
 */
const isToldByOrder = ({ status }: Payment, { connectorMetadata }: Reference): boolean =>
  connectorMetadata?.psync_flow === 'AUTHORIZE'
    ? status === 'CAPTURED' || status === 'PARTIALLY_CAPTURED'
    : status === 'REFUNDED';

const askOrder = (
  orderId: string,
  { reference, connectorMetadata }: Reference,
  account: ExchangeAccount,
): NextStep<PaymentOutcome> => ({
  next: apiRequest('GET', pathOf(orders, orderId), account, reference),
  outcome(response) {
    const order = readAnswer(Order, response);
    const outcome = orderOutcome(order, undefined);
    return connectorMetadata?.psync_flow === 'CAPTURE' && isReversed(order)
      ? {
          result: 'declined',
          attemptStatus: 'capture_failed',
          code: reversal.code,
          message: reversal.message,
          connectorTransactionId: order.id,
        }
      : outcome;
  },
});

/**
 * Whether PayPal has reversed the whole of a capture. It lists a reversal among the refunds, with a
 * note of its own and without our mark.
 *
 * @see https://developer.paypal.com/api/rest/webhooks/event-names/ PAYMENT.CAPTURE.REVERSED
 */
function isReversed({ purchase_units: units }: Order): boolean {
  const { captures: all, refunds } = units?.[0]?.payments ?? {};
  const captured = (all ?? []).map((one) => moneyIn(one).amountMinor);
  return (refunds ?? []).some((one) => {
    if (one.note_to_payer !== reversal.note || referenceIn(one.custom_id) !== undefined)
      return false;
    const refund = v.safeParse(Refund, one);
    return refund.success && captured.includes(moneyIn(refund.output).amountMinor);
  });
}

export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest(
      'POST',
      pathOf(authorizations, input.connectorMetadata?.authorize_id, '/capture'),
      account,
      input.captureReference,
      {
        amount: amountOf(input.captureMinor, input.currency),
        final_capture: input.isFinal,
      },
    ),

  outcome(response, input) {
    const { connectorMetadata, connectorTransactionId } = input;
    if (!isDone(response)) return refusalIn(response, captureRefusals);
    const payment = readAnswer(Payment, response);
    const outcome = paymentOutcome(payment, {
      ...(connectorTransactionId !== undefined && { connectorTransactionId }),
      connectorReference: payment.invoice_id ?? payment.id,
      connectorCaptureId: payment.id,
    });
    // The data stay those of a capture that took money.
    if (outcome.result === 'declined' && isInParts(input)) return outcome;
    const { authorize_id: authorizeId } = connectorMetadata ?? {};
    return { ...outcome, connectorMetadata: metadataOf({ authorizeId, captureId: payment.id }) };
  },
};

export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: ({ connectorMetadata, reference }, account) =>
    apiRequest(
      'POST',
      pathOf(authorizations, connectorMetadata?.authorize_id, '/void'),
      account,
      reference,
    ),

  outcome(response) {
    if (response.status === 204) return { result: 'voided' };
    if (!isDone(response)) return refusalIn(response, voidRefusals);
    const { status } = readAnswer(Payment, response);
    if (status !== 'VOIDED') throw new Error('It does not say that it was voided.');
    return { result: 'voided' };
  },
};

export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment, connectorCaptureId, amountMinor, currency, reference }, account) =>
    apiRequest(
      'POST',
      pathOf(captures, connectorCaptureId ?? payment.connectorMetadata?.capture_id, '/refund'),
      account,
      reference,
      { amount: amountOf(amountMinor, currency), custom_id: refundMark(reference) },
    ),

  outcome: (response) =>
    isDone(response) ? refundOutcome(readAnswer(Refund, response)) : refusalIn(response),
};

/** Asks for the refund by its id. Where that is not known, its order lists it by our reference. */
export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  canAsk: ({ connectorRefundId, payment }) =>
    (connectorRefundId ?? payment.connectorTransactionId) !== undefined,

  request: ({ connectorRefundId, payment, reference }, account) =>
    apiRequest(
      'GET',
      connectorRefundId === undefined
        ? pathOf(orders, payment.connectorTransactionId)
        : pathOf('v2/payments/refunds', connectorRefundId),
      account,
      reference,
    ),

  outcome(response, { connectorRefundId, reference }) {
    if (connectorRefundId !== undefined) return refundOutcome(readAnswer(Refund, response));
    const refunds = readAnswer(Order, response).purchase_units?.[0]?.payments?.refunds ?? [];
    const found = refunds.find(({ custom_id }) => custom_id === refundMark(reference));
    return found ? refundOutcome(v.parse(Refund, found)) : { result: 'not_found' };
  },
};
