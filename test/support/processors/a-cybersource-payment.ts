import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization, Reference } from '#connectors/interface/payments.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';

export const sharedSecret = Buffer.from('a shared secret of some length').toString('base64');

/** An account with Cybersource's test host. */
export const cybersourceAccount: ExchangeAccount = {
  connectorName: 'cybersource',
  credentials: {
    auth_type: 'SignatureKey',
    api_key: 'key_1',
    key1: 'merchant_1',
    api_secret: sharedSecret,
  },
  urls: { api: 'https://apitest.cybersource.com/' },
};

/** 65.40 USD of a card, to be captured later. */
export const cardPayment: Authorization = {
  reference: 'pay_1_1',
  connectorName: 'cybersource',
  amountMinor: 6540,
  currency: 'USD',
  captureMethod: 'manual',
  order: { initiator: { by: 'customer' } },
  source: {
    kind: 'card',
    card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '35', cvc: '737' },
  },
};

/** The payment where its answer was lost. */
const { source: _, order: __, ...lost } = cardPayment;
export const lostPayment: Reference = lost;

/** The payment by Cybersource's id of it. */
export const knownPayment: Reference = { ...lostPayment, connectorTransactionId: '7001' };

/** An answer of Cybersource's. */
export const answerOf = (body: unknown, status = 201): HttpResponse => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** The content of a request. */
export const bodyOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body);
