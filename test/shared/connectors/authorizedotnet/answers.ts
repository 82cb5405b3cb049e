import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization, Reference } from '#connectors/interface/payments.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';

/** A payment with Authorize.net, and its answers in the form in which they come. */
export const account: ExchangeAccount = anAccountAt('authorizedotnet', {
  credentials: { auth_type: 'BodyKey', api_key: 'login', key1: 'transaction_key' },
});

export const payment = aCharge('authorizedotnet', {
  reference: 'pay_0123456789abcdefghij_1',
  currency: 'USD',
  order: { initiator: { by: 'customer' }, customer: { id: 'cus_1', email: 'jane@example.com' } },
  source: aCard({ expiryYear: '35' }),
});

/** The input of later requests about a payment. */
export function referenceOf(authorization: Authorization): Reference {
  const { source: _, order: __, ...reference } = authorization;
  return reference;
}

export const answer = (body: object): HttpResponse => ({
  status: 200,
  headers: {},
  body: `\u{feff}${JSON.stringify(body)}`,
});

export const ok = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] };

/** The answer to a request that changes something. */
export const transaction = (changes: object) =>
  answer({
    transactionResponse: {
      responseCode: '1',
      transId: '40',
      accountNumber: 'XXXX4242',
      ...changes,
    },
    messages: ok,
  });

/** The details of a transaction, as a sync gets them. */
export const details = (changes: object) =>
  answer({
    messages: ok,
    transaction: {
      transId: '40',
      transactionType: 'authCaptureTransaction',
      transactionStatus: 'capturedPendingSettlement',
      authAmount: 65.4,
      settleAmount: 65.4,
      payment: { creditCard: { cardNumber: 'XXXX4242', expirationDate: 'XXXX' } },
      ...changes,
    },
  });

/** The connector metadata of the card. */
export const card = {
  creditCard: JSON.stringify({ cardNumber: 'XXXX4242', expirationDate: 'XXXX' }),
};

/** The JSON that a request sends. */
export const bodyOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body);
