import type { HttpRequest } from '#platform/http/http-message.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';

/** The credentials under Checkout.com's own names. Throws for those of another shape. */
export function checkoutKeys({ credentials }: Pick<ExchangeAccount, 'credentials'>) {
  if (credentials.auth_type !== 'SignatureKey') throw new Error('Checkout.com takes SignatureKey.');
  const { api_key: publicKey, api_secret: secretKey, key1: processingChannelId } = credentials;
  return { publicKey, secretKey, processingChannelId };
}

/** A request with the secret key; a JSON body, where there is one. */
export const apiRequest = (
  method: HttpRequest['method'],
  path: string,
  account: ExchangeAccount,
  { body, idempotencyKey }: { readonly body?: object; readonly idempotencyKey?: string } = {},
): HttpRequest => ({
  method,
  url: `${account.urls.api}${path}`,
  headers: {
    authorization: `Bearer ${checkoutKeys(account).secretKey}`,
    'content-type': 'application/json',
    ...(idempotencyKey !== undefined && { 'cko-idempotency-key': idempotencyKey }),
  },
  ...(body && { body: JSON.stringify(body) }),
});

/** Asks for the token of a wallet's payload, with the public key. */
export const tokenRequest = (payload: object, account: ExchangeAccount): HttpRequest => ({
  method: 'POST',
  url: `${account.urls.api}tokens`,
  headers: {
    authorization: `Bearer ${checkoutKeys(account).publicKey}`,
    'content-type': 'application/json',
  },
  body: JSON.stringify(payload),
});

/** The path of a payment. Throws where Checkout.com's id of it is not known. */
export function paymentPath(id: string | undefined, ...rest: readonly string[]): string {
  if (id === undefined) throw new Error("Checkout.com's id of the payment is not known.");
  return ['payments', encodeURIComponent(id), ...rest].join('/');
}
