import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { basic, credentialsOf, jsonRequest, keyHeader, known } from '../formats/request.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import { amounts } from './amounts.ts';

const apiVersion = '2024-06-01';
const json = 'application/json';

/** The media type of the card payments API, which has operations that the payments API lacks. */
const cardPayments = 'application/vnd.worldpay.payments-v7+json';

/**
 * The name and password of the API's user, and the entity that takes the payments. Throws for
 * credentials of another shape.
 */
export function worldpayKeys(account: Pick<ExchangeAccount, 'credentials'>) {
  const keys = credentialsOf('Worldpay', account, 'BodyKey', 'SignatureKey');
  return {
    authorization: basic(keys.key1, keys.api_key),
    entity: keys.auth_type === 'SignatureKey' ? keys.api_secret : 'default',
  };
}

interface Content {
  readonly body?: object;
  /** For requests that move money: the request is processed once, however often it is sent. */
  readonly idempotencyKey?: string;
}

/** A request to the payments API. */
export const apiRequest = (
  method: HttpRequest['method'],
  path: string,
  account: ExchangeAccount,
  content: Content = {},
): HttpRequest =>
  requestAs(json, { 'wp-api-version': apiVersion }, { method, path, account, ...content });

/** A request to the card payments API, for operations that the payments API lacks. */
export const cardPaymentsRequest = (
  method: HttpRequest['method'],
  path: string,
  account: ExchangeAccount,
  content: Content = {},
): HttpRequest => requestAs(cardPayments, {}, { method, path, account, ...content });

interface Call extends Content {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly account: ExchangeAccount;
}

const requestAs = (
  mediaType: string,
  version: Readonly<Record<string, string>>,
  { method, path, account, body, idempotencyKey }: Call,
): HttpRequest =>
  jsonRequest(
    method,
    `${account.urls.api}${path}`,
    {
      authorization: worldpayKeys(account).authorization,
      accept: mediaType,
      'content-type': mediaType,
      ...version,
      ...keyHeader('idempotency-key', idempotencyKey),
    },
    body,
  );

/** The path of a payment. Throws where Worldpay's id of it is not known. */
export const paymentPath = (id: string | undefined, ...rest: readonly string[]): string =>
  ['api/payments', inPath(id), ...rest].join('/');

/** Worldpay's id of a payment as a part of a path. Throws where it is not known. */
export const inPath = (id: string | undefined): string =>
  encodeURIComponent(known(id, "Worldpay's id of the payment"));

/** An amount of ours as Worldpay counts it. */
export const moneyOf = (minor: number, currency: string) => ({
  amount: amounts.toMinor(minor, currency),
  currency,
});
