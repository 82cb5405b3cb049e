import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Address } from '#vocabulary/address.ts';
import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { addressAs, nameIn } from '../formats/addresses.ts';
import { monthAndShortYear } from '../formats/expiry.ts';
import { cardOnFileIn } from '../formats/wallet-tokens.ts';
import type { Card } from '../interface/card.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { Authorization, Capture, PaymentOutcome, Reference } from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { amountOf, apiRequest, mollieKeys, paymentUrl } from './requests.ts';
import {
  Capture as CaptureAnswer,
  Captures,
  CardToken,
  capturesIn,
  isDone,
  minorOf,
  Payment,
  paymentOutcome,
  Refund,
  readAnswer,
  refundOutcome,
  refusalIn,
} from './responses.ts';
import { walletPayment } from './wallets.ts';

/** Makes a token of the card first, where there is one: the payment itself carries no number. */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    const card = cardOf(input);
    return card ? tokenRequest(card, input, account) : paymentRequest(input, account);
  },

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    if (!cardOf(input)) return readPayment(response);
    if (!isDone(response)) return refusalIn(response);
    const { cardToken } = readAnswer(CardToken, response);
    return { next: paymentRequest(input, account, cardToken), outcome: readPayment };
  },
};

const cardOf = ({ source }: Pick<Authorization, 'source'>): Card | undefined =>
  source.kind === 'card' ? source.card : cardOnFileIn(source);

function tokenRequest(card: Card, { order }: Authorization, account: ExchangeAccount) {
  const { apiKey, profileToken } = mollieKeys(account);
  if (profileToken === undefined) throw new Error('Mollie takes cards by the token of a profile.');
  const body = {
    cardHolder: card.holderName ?? nameIn(order.billing),
    cardNumber: card.number,
    cardCvv: card.cvc,
    cardExpiryDate: monthAndShortYear(card, '/'),
    locale: order.browser?.language ?? 'en-US',
    testmode: apiKey.startsWith('test_'),
    profileToken,
  };
  const request = apiRequest('POST', `${account.urls.cards}v1/card-tokens`, account, { body });
  return { ...request, step: 'token' } as const;
}

function paymentRequest(input: Authorization, account: ExchangeAccount, cardToken?: string) {
  const { order, reference } = input;
  return apiRequest('POST', `${account.urls.api}v2/payments`, account, {
    idempotencyKey: reference,
    body: {
      amount: amountOf(input.amountMinor, input.currency),
      // Mollie wants words for the customer's statement.
      description: described(order.description ?? order.merchantReference ?? reference),
      redirectUrl: input.returnUrl,
      webhookUrl: input.notificationUrl,
      metadata: { orderId: reference },
      ...(walletPayment(input.source) ?? { method: methodOf(input) }),
      cardToken,
      billingAddress: addressIn(order.billing),
      shippingAddress: addressIn(order.shipping),
      sequenceType: 'oneoff',
      captureMode: input.captureMethod === 'manual' ? 'manual' : 'automatic',
    },
  });
}

const maxDescriptionLength = 255;

/** @see https://github.com/mollie/openapi/blob/main/specs.yaml (description) */
const described = (text: string): string => text.slice(0, maxDescriptionLength);

/** Mollie's names of the payment methods that lead to a bank. */
const redirects: Readonly<Partial<Record<PaymentMethodType, string>>> = {
  ideal: 'ideal',
  eps: 'eps',
  bancontact_card: 'bancontact',
  przelewy24: 'przelewy24',
};

function methodOf({ source }: Authorization): string {
  if (cardOf({ source })) return 'creditcard';
  const name = source.kind === 'payment_method' ? redirects[source.type] : undefined;
  if (name === undefined) throw new Error('Mollie does not charge this.');
  return name;
}

const addressIn = ({ address }: Address = {}) =>
  address && {
    streetAndNumber: [address.line1, address.line2].filter(Boolean).join(' ') || undefined,
    ...addressAs(names, address),
  };

const names = { postalCode: 'zip', city: 'city', region: 'state', country: 'country' } as const;

const readPayment = (response: HttpResponse): PaymentOutcome =>
  isDone(response) ? paymentOutcome(readAnswer(Payment, response)) : refusalIn(response);

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
