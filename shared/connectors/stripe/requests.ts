import { encodeForm, type FormValue } from '#platform/formats/bracketed-form.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { credentialsOf, keyHeader, pathTo } from '../formats/request.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';

/** The version of the API that requests are written in. */
const apiVersion = '2022-11-15';

export type Form = Readonly<Record<string, FormValue>>;

/** The headers of every request. Throws for credentials of another shape. */
export const stripeHeaders = (
  account: Pick<ExchangeAccount, 'credentials'>,
): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${credentialsOf('Stripe', account, 'HeaderKey').api_key}`,
  'stripe-version': apiVersion,
});

const apiRequest = (
  method: 'GET' | 'POST',
  path: string,
  account: ExchangeAccount,
): Omit<HttpRequest, 'body'> => ({
  method,
  url: `${account.urls.api}v1/${path}`,
  headers: { ...stripeHeaders(account), 'content-type': 'application/x-www-form-urlencoded' },
});

/** A question. */
export const get = (path: string, account: ExchangeAccount): HttpRequest =>
  apiRequest('GET', path, account);

/**
 * A change. With an idempotency key, its repeat gets the first answer and changes nothing.
 * Merchants choose the ids of payments and refunds, so the key of a change other than a payment has
 * a colon, which no id has.
 */
export function post(
  path: string,
  account: ExchangeAccount,
  { form = {}, idempotencyKey }: { readonly form?: Form; readonly idempotencyKey?: string } = {},
): HttpRequest {
  const request = apiRequest('POST', path, account);
  const body = encodeForm(form);
  return {
    ...request,
    headers: {
      ...request.headers,
      ...keyHeader('idempotency-key', idempotencyKey),
    },
    ...(body !== '' && { body }),
  };
}

/** The path of an object. Throws where Stripe's id of it is not known. */
export const pathOf = (kind: string, id: string | undefined, ...rest: readonly string[]): string =>
  pathTo(kind, id, `Stripe's id of the object in ${kind}`, rest);
