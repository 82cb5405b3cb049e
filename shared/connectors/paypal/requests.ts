import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { credentialsOf, jsonRequest } from '../formats/request.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';

/** The credentials under PayPal's own names. Throws for those of another shape. */
export function paypalKeys(account: Pick<ExchangeAccount, 'credentials'>) {
  const keys = credentialsOf('PayPal', account, 'BodyKey', 'SignatureKey');
  const { api_key: clientSecret, key1: clientId } = keys;
  return {
    clientId,
    clientSecret,
    ...(keys.auth_type === 'SignatureKey' && { payerId: keys.api_secret }),
  };
}

/**
 * A request with the access token. PayPal processes a `requestId` once; a question carries the id
 * of its object.
 */
export const apiRequest = (
  method: HttpRequest['method'],
  path: string,
  account: ExchangeAccount,
  requestId: string,
  body?: object,
): HttpRequest => {
  if (account.accessToken === undefined) throw new Error('PayPal wants an access token.');
  return jsonRequest(
    method,
    `${account.urls.api}${path}`,
    {
      authorization: `Bearer ${account.accessToken}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      'paypal-request-id': requestId,
      ...attributionHeader(account),
      ...payerHeader(account),
    },
    body,
  );
};

/**
 * The build notation code by which PayPal counts a payment as brought by a partner. It is the
 * merchant's own: a setting of the account, `partner_attribution_id` of its metadata.
 */
function attributionHeader({ metadata }: ExchangeAccount): Readonly<Record<string, string>> {
  const code = metadata?.partner_attribution_id;
  return typeof code === 'string' && code !== '' ? { 'paypal-partner-attribution-id': code } : {};
}

/** A partner acts for the payer whose id it has. */
function payerHeader(account: ExchangeAccount): Readonly<Record<string, string>> {
  const { clientId, payerId } = paypalKeys(account);
  if (payerId === undefined) return {};
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    'paypal-auth-assertion': `${encoded({ alg: 'none' })}.${encoded({ iss: clientId, payer_id: payerId })}.`,
  };
}

/** A path with an id. Throws where the id is not known. */
export function pathOf(before: string, id: string | undefined, after = ''): string {
  if (!id) throw new Error("PayPal's id of what is asked for is not known.");
  return `${before}/${encodeURIComponent(id)}${after}`;
}
