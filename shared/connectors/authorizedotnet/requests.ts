import { createHash } from 'node:crypto';
import type { ExchangeAccount, HttpRequest } from '../interface/exchange.ts';

/**
 * A request to Authorize.net: everything goes to one address, and the order of members counts. Throws
 * for credentials of another shape.
 */
export const apiRequest = (
  name: string,
  { credentials, urls }: ExchangeAccount,
  body: object,
): HttpRequest => {
  if (credentials.auth_type !== 'BodyKey') throw new Error('Authorize.net takes BodyKey.');
  const merchantAuthentication = {
    name: credentials.api_key,
    transactionKey: credentials.key1,
  };
  return {
    method: 'POST',
    url: `${urls.api}xml/v1/request.api`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [name]: { merchantAuthentication, ...body } }),
  };
};

/** A request to its other API, which has the addresses for webhooks. Throws as `apiRequest`. */
export function restRequest(
  method: HttpRequest['method'],
  path: string,
  { credentials, urls }: ExchangeAccount,
  body?: object,
): HttpRequest {
  if (credentials.auth_type !== 'BodyKey') throw new Error('Authorize.net takes BodyKey.');
  const { api_key: name, key1: transactionKey } = credentials;
  const basic = Buffer.from(`${name}:${transactionKey}`, 'utf8').toString('base64');
  return {
    method,
    url: `${urls.api}${path}`,
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  };
}

/** A request about one transaction; `refId` is left out where it does not fit. */
export const transactionRequest = (
  account: ExchangeAccount,
  reference: string | undefined,
  transaction: object,
): HttpRequest =>
  apiRequest('createTransactionRequest', account, {
    refId: reference !== undefined && reference.length <= maxIdLength ? reference : undefined,
    transactionRequest: transaction,
  });

export const detailsRequest = (account: ExchangeAccount, transId: string): HttpRequest =>
  apiRequest('getTransactionDetailsRequest', account, { transId });

/** The length of `refId`, invoice numbers and customer ids, in characters. */
export const maxIdLength = 20;

/**
 * The invoice number of an attempt: the merchant's own reference of the order where it fits, else one
 * made of our reference. With it the attempt is found among the unsettled transactions.
 */
export const invoiceNumberOf = (reference: string, merchantReference?: string): string =>
  merchantReference !== undefined && merchantReference.length <= maxIdLength
    ? merchantReference
    : createHash('sha256').update(reference).digest('hex').slice(0, maxIdLength);
