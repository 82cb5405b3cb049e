import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { shortened } from '../formats/hashes.ts';
import { amountsAt } from '../formats/processor-amounts.ts';
import { credentialsOf, jsonRequest, keyHeader, pathTo } from '../formats/request.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import { adyenCurrencies } from './currencies.ts';

/** The credentials under Adyen's own names. Throws for those of another shape. */
export function adyenKeys(account: Pick<ExchangeAccount, 'credentials'>) {
  const keys = credentialsOf('Adyen', account, 'BodyKey', 'SignatureKey');
  return { apiKey: keys.api_key, merchantAccount: keys.key1 };
}

/**
 * A request to the Checkout API, version 68. Adyen makes the change that `change` names once: a
 * repeat gets the first answer. A question names none.
 */
export const apiRequest = (
  path: string,
  account: ExchangeAccount,
  body: object,
  change?: string,
): HttpRequest =>
  postRequest(
    `${account.urls.api}v68/${path}`,
    account,
    body,
    change === undefined ? undefined : idempotencyKey(account, change),
  );

const maxKeyLength = 64;

/**
 * Keys belong to a company account, in which several merchants may have merchant accounts and give
 * payments the same id. Merchants choose the ids of refunds too, so changes other than payments
 * begin with a word such as "capture:" or "refund:": no id has a colon. A key that is too long for
 * Adyen is replaced by its hash.
 *
 * @see https://docs.adyen.com/development-resources/api-idempotency
 */
function idempotencyKey(account: ExchangeAccount, change: string): string {
  const key = `${adyenKeys(account).merchantAccount}_${change}`;
  return shortened(key, maxKeyLength);
}

/** A request to the dispute service, version 30. */
export const disputeRequest = (
  operation: string,
  account: ExchangeAccount,
  body: object,
): HttpRequest =>
  postRequest(`${account.urls.disputes}ca/services/DisputeService/v30/${operation}`, account, body);

/**
 * A request about the webhooks of the merchant account, to the Management API, version 3. `change`
 * names the change, as for `apiRequest`.
 */
export const webhooksRequest = (
  method: 'GET' | 'POST',
  rest: string,
  account: ExchangeAccount,
  { body, change }: { readonly body?: object; readonly change?: string } = {},
): HttpRequest => {
  const path = `v3/merchants/${encodeURIComponent(adyenKeys(account).merchantAccount)}/webhooks`;
  const key = change === undefined ? undefined : idempotencyKey(account, change);
  return jsonRequest(
    method,
    `${account.urls.management}${path}${rest}`,
    headersOf(account, key),
    body,
  );
};

/** A request to the Transfers API, version 4. `change` names the change, as for `apiRequest`. */
export const transferRequest = (
  method: 'GET' | 'POST',
  path: string,
  account: ExchangeAccount,
  { body, change }: { readonly body?: object; readonly change?: string } = {},
): HttpRequest =>
  jsonRequest(
    method,
    `${account.urls.transfers}btl/v4/${path}`,
    headersOf(account, change === undefined ? undefined : idempotencyKey(account, change)),
    body,
  );

const postRequest = (
  url: string,
  account: ExchangeAccount,
  body: object,
  key?: string,
): HttpRequest => jsonRequest('POST', url, headersOf(account, key), body);

const headersOf = (account: ExchangeAccount, key: string | undefined) => ({
  'x-api-key': adyenKeys(account).apiKey,
  'content-type': 'application/json',
  ...keyHeader('idempotency-key', key),
});

/** The path of a modification. Throws where Adyen's reference of the payment is not known. */
export const modificationPath = (pspReference: string | undefined, operation: string): string =>
  pathTo('payments', pspReference, "Adyen's reference of the payment", [operation]);

const extension = '_ext';

/** The reference of a payment's extension, whose event is one of an adjustment. */
export const extensionOf = (reference: string): string => `${reference}${extension}`;
export const namesExtension = (reference: string): boolean => reference.endsWith(extension);

/** How Adyen counts money. */
export const amounts = amountsAt(adyenCurrencies);

export const amountOf = (minor: number, currency: string) => ({
  currency,
  value: amounts.toMinor(minor, currency),
});
