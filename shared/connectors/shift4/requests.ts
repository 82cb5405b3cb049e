import { encodeForm, type FormValue } from '#platform/formats/bracketed-form.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { basic, credentialsOf, jsonRequest, pathTo } from '../formats/request.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';

/** A question. Throws for credentials of another shape. */
export const getRequest = (path: string, account: ExchangeAccount): HttpRequest =>
  jsonRequest('GET', `${account.urls.api}${path}`, authorizationOf(account));

/** A request that changes something; the same `idempotencyKey` changes it once. */
export const postRequest = (
  path: string,
  account: ExchangeAccount,
  idempotencyKey: string,
  body?: object,
): HttpRequest =>
  jsonRequest(
    'POST',
    `${account.urls.api}${path}`,
    {
      ...authorizationOf(account),
      'idempotency-key': idempotencyKey,
      ...(body && { 'content-type': 'application/json' }),
    },
    body,
  );

/** The same by a form, for the one path that reads a card's members only there. */
export const formRequest = (
  path: string,
  account: ExchangeAccount,
  idempotencyKey: string,
  form: { readonly [name: string]: FormValue },
): HttpRequest => ({
  method: 'POST',
  url: `${account.urls.api}${path}`,
  headers: {
    ...authorizationOf(account),
    'idempotency-key': idempotencyKey,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: encodeForm(form),
});

/** The secret key as the name of a user without a password. */
export const authorizationOf = (account: ExchangeAccount) => ({
  authorization: basic(credentialsOf('Shift4', account, 'HeaderKey').api_key, ''),
});

/** The path of a charge. Throws where Shift4's id of it is not known. */
export const chargePath = (id: string | undefined, ...rest: readonly string[]): string =>
  pathTo('charges', id, "Shift4's id of the charge", rest);

/** The path of a dispute. */
export const disputePath = (id: string, ...rest: readonly string[]): string =>
  pathTo('disputes', id, "Shift4's id of the dispute", rest);
