import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { Capture, Increment, PaymentOutcome, Reference } from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { partItems } from './line-items.ts';
import { adyenKeys, amountOf, apiRequest, extensionOf, modificationPath } from './requests.ts';
import { Received, refusalIn } from './responses.ts';

// Adyen only acknowledges a modification; a webhook reports its result.

export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest(
      modificationPath(input.connectorTransactionId, 'captures'),
      account,
      {
        merchantAccount: adyenKeys(account).merchantAccount,
        amount: amountOf(input.captureMinor, input.currency),
        reference:
          input.captureMethod === 'manual_multiple' ? input.captureReference : input.reference,
        lineItems: partItems(input, 'Capture', input.captureMinor),
      },
      `capture:${input.captureReference}`,
    ),

  outcome(response) {
    if (response.status >= 300) return withoutId(response);
    const { pspReference: connectorCaptureId, ...received } = readJson(Received, response);
    return { result: 'pending', connectorCaptureId, ...paymentIn(received) };
  },
};

export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: ({ connectorTransactionId, reference }, account) =>
    apiRequest(
      modificationPath(connectorTransactionId, 'cancels'),
      account,
      { merchantAccount: adyenKeys(account).merchantAccount, reference },
      `${reference}_cancel`,
    ),

  outcome: receivedOutcome,
};

export const increment: Exchange<Increment, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest(
      modificationPath(input.connectorTransactionId, 'amountUpdates'),
      account,
      {
        merchantAccount: adyenKeys(account).merchantAccount,
        amount: amountOf(input.totalMinor, input.currency),
        reference: input.reference,
      },
      input.incrementReference,
    ),

  outcome: receivedOutcome,
};

/**
 * Adyen extends an authorization that is adjusted to the amount that it has. It moves no money, and
 * a merchant may extend one twice, so there is no key.
 *
 * @see https://docs.adyen.com/online-payments/adjust-authorisation (Extend the authorisation)
 */
export const extend: Exchange<Reference, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest(modificationPath(input.connectorTransactionId, 'amountUpdates'), account, {
      merchantAccount: adyenKeys(account).merchantAccount,
      amount: amountOf(input.amountMinor, input.currency),
      reference: extensionOf(input.reference),
    }),

  outcome: receivedOutcome,
};

function receivedOutcome(response: HttpResponse): PaymentOutcome {
  if (response.status >= 300) return withoutId(response);
  return { result: 'pending', ...paymentIn(readJson(Received, response)) };
}

const paymentIn = ({
  paymentPspReference,
  reference,
}: Pick<ReturnType<typeof readReceived>, 'paymentPspReference' | 'reference'>) => ({
  ...(paymentPspReference && { connectorTransactionId: paymentPspReference }),
  ...(reference && { connectorReference: reference }),
});

const readReceived = (response: HttpResponse) => readJson(Received, response);

/** The refused modification has a reference of its own, which is not the payment's. */
function withoutId(response: HttpResponse) {
  const { connectorTransactionId: _, ...refusal } = refusalIn(response);
  return refusal;
}

export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment, amountMinor, currency, reference, reason }, account) =>
    apiRequest(
      modificationPath(payment.connectorTransactionId, 'refunds'),
      account,
      {
        merchantAccount: adyenKeys(account).merchantAccount,
        amount: amountOf(amountMinor, currency),
        merchantRefundReason: reason === undefined ? undefined : refundReason(reason),
        reference,
        lineItems: partItems(payment, 'Refund', amountMinor),
      },
      `refund:${reference}`,
    ),

  outcome(response) {
    if (response.status >= 300) return withoutId(response);
    return { result: 'pending', connectorRefundId: readReceived(response).pspReference };
  },
};

/** Adyen takes five reasons. */
function refundReason(reason: string): string {
  const word = reason.toUpperCase();
  return refundReasons.has(word) ? word : 'OTHER';
}

const refundReasons: ReadonlySet<string> = new Set([
  'FRAUD',
  'CUSTOMER REQUEST',
  'RETURN',
  'DUPLICATE',
  'OTHER',
]);
