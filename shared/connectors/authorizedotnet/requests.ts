import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { hashOf } from '../formats/hashes.ts';
import { basic, credentialsOf, jsonRequest, known } from '../formats/request.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import type { Reference } from '../interface/payments.ts';

/**
 * A request to Authorize.net: everything goes to one address, and the order of members counts.
 * Throws for credentials of another shape.
 *
 * @see https://api.authorize.net/xml/v1/schema/AnetApiSchema.xsd for the order and the lengths
 */
export const apiRequest = (name: string, account: ExchangeAccount, body: object): HttpRequest => {
  const keys = credentialsOf('Authorize.net', account, 'BodyKey');
  const merchantAuthentication = { name: keys.api_key, transactionKey: keys.key1 };
  return jsonRequest(
    'POST',
    `${account.urls.api}xml/v1/request.api`,
    { 'content-type': 'application/json' },
    { [name]: { merchantAuthentication, ...body } },
  );
};

/** A request to its other API, which has the addresses for webhooks. Throws as `apiRequest`. */
export function restRequest(
  method: HttpRequest['method'],
  path: string,
  account: ExchangeAccount,
  body?: object,
): HttpRequest {
  const { api_key: name, key1: transactionKey } = credentialsOf(
    'Authorize.net',
    account,
    'BodyKey',
  );
  const authorization = basic(name, transactionKey);
  const headers = { authorization, 'content-type': 'application/json' };
  return jsonRequest(method, `${account.urls.api}${path}`, headers, body);
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

/** Voids a transaction that is not settled yet, whether it is only reserved or charged. */
export const voidRequest = (
  account: ExchangeAccount,
  reference: string | undefined,
  transId: string,
): HttpRequest =>
  transactionRequest(account, reference, {
    transactionType: 'voidTransaction',
    refTransId: transId,
  });

export const detailsRequest = (account: ExchangeAccount, transId: string): HttpRequest =>
  apiRequest('getTransactionDetailsRequest', account, { transId });

/** The transaction id of a payment. Throws where it is not known. */
export const transactionId = ({ connectorTransactionId }: Reference): string =>
  known(connectorTransactionId, 'The transaction');

/** The length of `refId`, invoice numbers and customer ids, in characters. */
export const maxIdLength = 20;

/** A number of this length that stands for a longer text. */
export const shortNumberOf = (text: string): string => hashOf(text).slice(0, maxIdLength);

/**
 * The invoice number of an attempt, made only from our reference: it finds the attempt among the
 * transactions. A merchant's own number of the order may stand on several transactions, so it goes
 * elsewhere.
 */
export const invoiceNumberOf = (reference: string): string => shortNumberOf(reference);

/** That of a refund. No id of ours has a colon, so that no payment has the same number. */
export const refundInvoiceNumberOf = (reference: string): string =>
  shortNumberOf(`refund:${reference}`);
