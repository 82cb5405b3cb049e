import { readJson } from '../formats/json.ts';
import type { Exchange, HttpResponse } from '../interface/exchange.ts';
import type { Capture, CapturedPart, PaymentOutcome, Reference } from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { apiRequest, checkoutKeys, paymentPath } from './requests.ts';
import {
  Accepted,
  Actions,
  isChargedBy,
  Payments,
  paymentOutcome,
  readPayment,
  refusalIn,
} from './responses.ts';

export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest('POST', paymentPath(input.connectorTransactionId, 'captures'), account, {
      // Merchants choose the ids of payments and refunds. No id has a colon.
      idempotencyKey: `capture:${input.captureReference}`,
      body: {
        amount: input.captureMinor,
        capture_type: input.isFinal ? 'Final' : 'NonFinal',
        processing_channel_id: checkoutKeys(account).processingChannelId,
      },
    }),

  outcome(response, { captureMinor, connectorTransactionId }) {
    if (response.status >= 300) return refusalIn(response);
    const { action_id: connectorCaptureId, reference } = readJson(Accepted, response);
    const reported = {
      connectorCaptureId,
      connectorMetadata: { psync_flow: 'Capture' },
      ...(connectorTransactionId !== undefined && { connectorTransactionId }),
      ...(reference && { connectorReference: reference }),
    };
    return response.status === 202
      ? { result: 'captured', capturedMinor: captureMinor, ...reported }
      : { result: 'pending', ...reported };
  },
};

export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: ({ connectorTransactionId: id, reference }, account) =>
    apiRequest('POST', paymentPath(id, 'voids'), account, {
      idempotencyKey: `${reference}_void`,
      body: { reference: id },
    }),

  outcome(response) {
    if (response.status >= 300) return refusalIn(response);
    readJson(Accepted, response);
    return { result: response.status === 202 ? 'voided' : 'declined' };
  },
};

/** With several captures the actions tell of each; else the payment tells its total. */
export const sync: Exchange<Reference, PaymentOutcome> = {
  request: ({ connectorTransactionId: id, reference, captureMethod }, account) =>
    id === undefined
      ? apiRequest('GET', `payments?limit=1&reference=${encodeURIComponent(reference)}`, account)
      : apiRequest(
          'GET',
          paymentPath(id, ...(captureMethod === 'manual_multiple' ? ['actions'] : [])),
          account,
        ),

  outcome(response, input) {
    if (response.status !== 200) throw new Error('Checkout.com does not tell the state.');
    const { connectorTransactionId: id } = input;
    if (id === undefined) return foundBy(response, input);
    return input.captureMethod === 'manual_multiple'
      ? outcomeOfActions(readJson(Actions, response), id)
      : paymentOutcome(readPayment(response, id), input, isChargedBy(input));
  },
};

function foundBy(response: HttpResponse, input: Reference): PaymentOutcome {
  const { data } = readJson(Payments, response);
  const found = data.find(({ reference }) => reference === input.reference);
  return found ? paymentOutcome(found, input, isChargedBy(input)) : { result: 'not_found' };
}

function outcomeOfActions(actions: Actions, connectorTransactionId: string): PaymentOutcome {
  const approved = (type: string) =>
    actions.some((action) => action.type === type && action.approved === true);
  const captures = actions
    .filter(({ type }) => type === 'Capture')
    .map(
      ({ id, amount, approved: is }): CapturedPart => ({
        connectorCaptureId: id,
        amountMinor: amount ?? 0,
        status: is == null ? 'pending' : is ? 'charged' : 'failed',
      }),
    );
  const capturedMinor = captures
    .filter(({ status }) => status === 'charged')
    .reduce((total, { amountMinor }) => total + amountMinor, 0);
  const reported = { connectorTransactionId, captures };
  if (approved('Void')) return { result: 'voided', ...reported };
  if (capturedMinor > 0) return { result: 'captured', capturedMinor, ...reported };
  if (approved('Authorization')) return { result: 'authorized', ...reported };
  const refused = actions.find(
    ({ type, approved: is }) => type === 'Authorization' && is === false,
  );
  if (!refused) throw new Error('The actions do not tell the state of the payment.');
  const { response_code: code, response_summary: message } = refused;
  return {
    result: 'declined',
    ...(code && { code }),
    ...(message && { message, reason: message }),
    connectorTransactionId,
  };
}

export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment, amountMinor, reference }, account) =>
    apiRequest('POST', paymentPath(payment.connectorTransactionId, 'refunds'), account, {
      idempotencyKey: `refund:${reference}`,
      body: { amount: amountMinor, reference },
    }),

  outcome(response) {
    if (response.status >= 300) return refusalIn(response);
    const { action_id: connectorRefundId } = readJson(Accepted, response);
    return { result: response.status === 202 ? 'succeeded' : 'pending', connectorRefundId };
  },
};

/** The refund among the payment's actions: by its id, or by our reference where that is not known. */
export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment }, account) =>
    apiRequest('GET', paymentPath(payment.connectorTransactionId, 'actions'), account),

  outcome(response, { connectorRefundId, reference }) {
    if (response.status !== 200) throw new Error('Checkout.com does not list the actions.');
    const actions = readJson(Actions, response);
    const found = actions.find((action) =>
      connectorRefundId === undefined
        ? action.type === 'Refund' && action.reference === reference
        : action.id === connectorRefundId,
    );
    if (!found) throw new Error('The refund is not among the actions.');
    const { id, amount, approved, response_code: code, response_summary: message } = found;
    const reported = { connectorRefundId: id, ...(amount != null && { amountMinor: amount }) };
    if (approved == null) return { result: 'pending', ...reported };
    return approved
      ? { result: 'succeeded', ...reported }
      : { result: 'declined', ...(code && { code }), ...(message && { message }), ...reported };
  },
};
