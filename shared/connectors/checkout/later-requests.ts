import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type {
  Capture,
  CapturedPart,
  Increment,
  PaymentOutcome,
  Reference,
} from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { amounts } from './amounts.ts';
import { possibleReferences } from './references.ts';
import { apiRequest, checkoutKeys, paymentPath } from './requests.ts';
import {
  Accepted,
  Actions,
  Amount,
  codes,
  errorIn,
  isAutomatic,
  Payments,
  paymentOutcome,
  readPayment,
  refusalIn,
} from './responses.ts';

/**
 * An accepted capture is only requested: the actions of the payment, or a webhook, report whether
 * it was made.
 *
 * @see https://www.checkout.com/docs/payments/manage-payments/capture-a-payment
 */
export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest('POST', paymentPath(input.connectorTransactionId, 'captures'), account, {
      // Merchants choose the ids of payments and refunds. No id has a colon.
      idempotencyKey: `capture:${input.captureReference}`,
      body: {
        amount: amounts.toMinor(input.captureMinor, input.currency),
        capture_type: input.isFinal ? 'Final' : 'NonFinal',
        processing_channel_id: checkoutKeys(account).processingChannelId,
      },
    }),

  outcome(response, { connectorTransactionId }) {
    if (response.status >= 300) return refusalIn(response);
    const { action_id: connectorCaptureId, reference } = readJson(Accepted, response);
    return {
      result: 'pending',
      connectorCaptureId,
      connectorMetadata: { psync_flow: 'Capture' },
      ...(connectorTransactionId !== undefined && { connectorTransactionId }),
      ...(reference && { connectorReference: reference }),
    };
  },
};

const Incremented = v.object({
  amount: Amount,
  currency: v.string(),
  approved: v.boolean(),
  balances: v.object({ total_authorized: Amount }),
  ...codes,
});

/**
 * Raises the amount by the difference. The answer has the whole authorized amount among the
 * balances.
 *
 * @see https://www.checkout.com/docs/payments/manage-payments/authorize-a-payment/adjust-an-estimated-authorization
 */
export const increment: Exchange<Increment, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest('POST', paymentPath(input.connectorTransactionId, 'authorizations'), account, {
      idempotencyKey: `increment:${input.incrementReference}`,
      body: {
        amount: amounts.toMinor(input.totalMinor - input.amountMinor, input.currency),
        reference: input.connectorTransactionId,
      },
    }),

  outcome(response) {
    if (response.status >= 300) return refusalIn(response);
    const answer = readJson(Incremented, response);
    if (!answer.approved) return { result: 'declined', ...errorIn(answer) };
    const { currency, balances } = answer;
    return {
      result: 'authorized',
      amountMinor: amounts.fromMinor(balances.total_authorized, currency),
      currency,
    };
  },
};

/**
 * A void that was accepted is only asked for, as a capture.
 *
 * @see https://www.checkout.com/docs/payments/manage-payments/void-a-payment
 */
export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: ({ connectorTransactionId: id, reference }, account) =>
    apiRequest('POST', paymentPath(id, 'voids'), account, {
      idempotencyKey: `${reference}_void`,
      body: { reference: id },
    }),

  outcome(response) {
    if (response.status >= 300) return refusalIn(response);
    readJson(Accepted, response);
    return { result: response.status === 202 ? 'pending' : 'declined' };
  },
};

/**
 * Reads the payment, and its actions where a change of an authorization may be under way: they list
 * each capture and void.
 */
export const sync: Exchange<Reference, PaymentOutcome> = {
  request(input, account) {
    const { connectorTransactionId: id, reference, captureMethod } = input;
    if (id === undefined) return search(possibleReferences(reference)[0], account);
    return captureMethod === 'manual_multiple'
      ? actionsOf(id, account)
      : apiRequest('GET', paymentPath(id), account);
  },

  outcome(response, input, account) {
    if (response.status !== 200) throw new Error('Checkout.com does not tell the state.');
    const { connectorTransactionId: id, captureMethod } = input;
    if (id === undefined)
      return foundBy(possibleReferences(input.reference), response, input, account);
    if (captureMethod === 'manual_multiple') return outcomeOfActions(response, id, input);
    const payment = readPayment(response, id);
    if (payment.status !== 'Authorized' || isAutomatic(input)) {
      return paymentOutcome(payment, input, isAutomatic(input));
    }
    const authorized = paymentOutcome(payment, input, false);
    return {
      next: actionsOf(id, account),
      outcome(listed) {
        if (listed.status !== 200) throw new Error('Checkout.com does not list the actions.');
        const told = outcomeOfActions(listed, id, input);
        if (told.result !== 'authorized' || authorized.result !== 'authorized') return told;
        return { ...authorized, ...(told.captures && { captures: told.captures }) };
      },
    };
  },
};

const search = (reference: string, account: ExchangeAccount) =>
  apiRequest('GET', `payments?limit=1&reference=${encodeURIComponent(reference)}`, account);

const actionsOf = (id: string | undefined, account: ExchangeAccount) =>
  apiRequest('GET', paymentPath(id, 'actions'), account);

/** The payment in the list for the first of these references; else the request for the next one. */
function foundBy(
  [asked, ...others]: readonly string[],
  response: HttpResponse,
  input: Reference,
  account: ExchangeAccount,
): PaymentOutcome | NextStep<PaymentOutcome> {
  if (response.status !== 200) throw new Error('Checkout.com does not list payments.');
  const { data } = readJson(Payments, response);
  const found = data.find(({ reference }) => reference === asked);
  if (found) return paymentOutcome(found, input, isAutomatic(input));
  const [other] = others;
  return other === undefined
    ? { result: 'not_found' }
    : {
        next: search(other, account),
        outcome: (next) => foundBy(others, next, input, account),
      };
}

function outcomeOfActions(
  response: HttpResponse,
  connectorTransactionId: string,
  { currency }: Pick<Reference, 'currency'>,
): PaymentOutcome {
  const actions = readJson(Actions, response);
  const has = (type: string, approved: boolean | undefined) =>
    actions.some((action) => action.type === type && (action.approved ?? undefined) === approved);
  const captures = actions
    .filter(({ type }) => type === 'Capture')
    .map(
      ({ id, amount, approved: is }): CapturedPart => ({
        connectorCaptureId: id,
        amountMinor: amounts.fromMinor(amount ?? 0, currency),
        status: is == null ? 'pending' : is ? 'charged' : 'failed',
      }),
    );
  const capturedMinor = captures
    .filter(({ status }) => status === 'charged')
    .reduce((total, { amountMinor }) => total + amountMinor, 0);
  const reported = { connectorTransactionId, captures };
  if (has('Void', true)) return { result: 'voided', ...reported };
  if (has('Void', undefined)) return { result: 'pending', connectorTransactionId };
  if (capturedMinor > 0 || has('Card Verification', true)) {
    return { result: 'captured', capturedMinor, ...reported };
  }
  if (has('Authorization', true)) return { result: 'authorized', ...reported };
  const refused = actions.find(
    ({ type, approved: is }) =>
      (type === 'Authorization' || type === 'Card Verification') && is === false,
  );
  if (!refused) throw new Error('The actions do not tell the state of the payment.');
  return { result: 'declined', ...errorIn(refused), connectorTransactionId };
}

/**
 * A refund that was accepted is only asked for.
 *
 * @see https://www.checkout.com/docs/payments/manage-payments/refund-a-payment
 */
export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment, amountMinor, currency, reference }, account) =>
    apiRequest('POST', paymentPath(payment.connectorTransactionId, 'refunds'), account, {
      idempotencyKey: `refund:${reference}`,
      body: { amount: amounts.toMinor(amountMinor, currency), reference },
    }),

  outcome(response) {
    if (response.status >= 300) return refusalIn(response);
    return { result: 'pending', connectorRefundId: readJson(Accepted, response).action_id };
  },
};

/** The refund among the payment's actions: by its id, or by our reference where it has no id. */
export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment }, account) => actionsOf(payment.connectorTransactionId, account),

  outcome(response, { connectorRefundId, currency, reference }) {
    if (response.status !== 200) throw new Error('Checkout.com does not list the actions.');
    const actions = readJson(Actions, response);
    const found = actions.find((action) =>
      connectorRefundId === undefined
        ? action.type === 'Refund' && action.reference === reference
        : action.id === connectorRefundId,
    );
    if (!found) throw new Error('The refund is not among the actions.');
    const { id, amount, approved } = found;
    const reported = {
      connectorRefundId: id,
      ...(amount != null && { amountMinor: amounts.fromMinor(amount, currency) }),
    };
    if (approved == null) return { result: 'pending', ...reported };
    return approved
      ? { result: 'succeeded', ...reported }
      : { result: 'declined', ...errorIn(found), ...reported };
  },
};
