import type { HttpRequest } from '#platform/http/http-message.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';

/** A question. Throws for credentials of another shape. */
export const getRequest = (path: string, account: ExchangeAccount): HttpRequest => ({
  method: 'GET',
  url: `${account.urls.api}${path}`,
  headers: authorizationOf(account),
});

/** A request that changes something; the same `idempotencyKey` changes it once. */
export const postRequest = (
  path: string,
  account: ExchangeAccount,
  idempotencyKey: string,
  body?: object,
): HttpRequest => ({
  method: 'POST',
  url: `${account.urls.api}${path}`,
  headers: {
    ...authorizationOf(account),
    'idempotency-key': idempotencyKey,
    ...(body && { 'content-type': 'application/json' }),
  },
  ...(body && { body: JSON.stringify(body) }),
});

/** The secret key as the name of a user without a password. */
function authorizationOf({ credentials }: ExchangeAccount) {
  if (credentials.auth_type !== 'HeaderKey') throw new Error('Shift4 takes HeaderKey.');
  const user = Buffer.from(`${credentials.api_key}:`, 'utf8').toString('base64');
  return { authorization: `Basic ${user}` };
}

/** The path of a charge. Throws where Shift4's id of it is not known. */
export function chargePath(id: string | undefined, ...rest: readonly string[]): string {
  if (id === undefined) throw new Error("Shift4's id of the charge is not known.");
  return ['charges', encodeURIComponent(id), ...rest].join('/');
}
