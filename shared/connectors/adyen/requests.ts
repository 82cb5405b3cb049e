import { createHash } from 'node:crypto';
import type { HttpRequest } from '#platform/http/http-message.ts';
import { amountsAt } from '../formats/processor-amounts.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import { adyenCurrencies } from './currencies.ts';

/** The credentials under Adyen's own names. Throws for those of another shape. */
export function adyenKeys({ credentials }: Pick<ExchangeAccount, 'credentials'>) {
  if (credentials.auth_type !== 'BodyKey' && credentials.auth_type !== 'SignatureKey') {
    throw new Error('Adyen takes BodyKey or SignatureKey.');
  }
  return { apiKey: credentials.api_key, merchantAccount: credentials.key1 };
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
  return key.length <= maxKeyLength ? key : createHash('sha256').update(key).digest('hex');
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
  const { apiKey, merchantAccount } = adyenKeys(account);
  return {
    method,
    url: `${account.urls.management}v3/merchants/${encodeURIComponent(merchantAccount)}/webhooks${rest}`,
    headers: {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      ...(change !== undefined && { 'idempotency-key': idempotencyKey(account, change) }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
};

const postRequest = (
  url: string,
  account: ExchangeAccount,
  body: object,
  key?: string,
): HttpRequest => ({
  method: 'POST',
  url,
  headers: {
    'x-api-key': adyenKeys(account).apiKey,
    'content-type': 'application/json',
    ...(key !== undefined && { 'idempotency-key': key }),
  },
  body: JSON.stringify(body),
});

/** The path of a modification. Throws where Adyen's reference of the payment is not known. */
export function modificationPath(pspReference: string | undefined, operation: string): string {
  if (pspReference === undefined) throw new Error("Adyen's reference of the payment is not known.");
  return `payments/${encodeURIComponent(pspReference)}/${operation}`;
}

/** How Adyen counts money. */
export const amounts = amountsAt(adyenCurrencies);

export const amountOf = (minor: number, currency: string) => ({
  currency,
  value: amounts.toMinor(minor, currency),
});
