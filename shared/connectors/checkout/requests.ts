import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { credentialsOf, jsonRequest, keyHeader, pathTo } from '../formats/request.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';

/** The credentials under Checkout.com's own names. Throws for those of another shape. */
export function checkoutKeys(account: Pick<ExchangeAccount, 'credentials'>) {
  const keys = credentialsOf('Checkout.com', account, 'SignatureKey');
  return {
    publicKey: keys.api_key,
    secretKey: keys.api_secret,
    processingChannelId: keys.key1,
  };
}

/** A request with the secret key; a JSON body, where there is one. */
export const apiRequest = (
  method: HttpRequest['method'],
  path: string,
  account: ExchangeAccount,
  { body, idempotencyKey }: { readonly body?: object; readonly idempotencyKey?: string } = {},
): HttpRequest =>
  jsonRequest(
    method,
    `${account.urls.api}${path}`,
    {
      ...headersWith(checkoutKeys(account).secretKey),
      ...keyHeader('cko-idempotency-key', idempotencyKey),
    },
    body,
  );

const headersWith = (key: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
});

/** Asks for the token of a wallet's payload, with the public key. */
export const tokenRequest = (payload: object, account: ExchangeAccount): HttpRequest =>
  jsonRequest(
    'POST',
    `${account.urls.api}tokens`,
    headersWith(checkoutKeys(account).publicKey),
    payload,
  );

/** The path of a payment. Throws where Checkout.com's id of it is not known. */
export const paymentPath = (id: string | undefined, ...rest: readonly string[]): string =>
  pathTo('payments', id, "Checkout.com's id of the payment", rest);
