import type { HttpRequest } from '#platform/http/http-message.ts';
import { amountsAt } from '../formats/processor-amounts.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import { mollieCurrencies } from './currencies.ts';

/**
 * The API key, and the token of the profile, without which no card can be tokenized. Throws for
 * credentials of another shape.
 */
export function mollieKeys({ credentials }: Pick<ExchangeAccount, 'credentials'>) {
  const { auth_type } = credentials;
  if (auth_type === 'HeaderKey') return { apiKey: credentials.api_key, profileToken: undefined };
  if (auth_type !== 'BodyKey') throw new Error('Mollie takes BodyKey or HeaderKey.');
  return { apiKey: credentials.api_key, profileToken: credentials.key1 };
}

/** A request; one with an `idempotencyKey` changes something once, however often it is sent. */
export const apiRequest = (
  method: HttpRequest['method'],
  url: string,
  account: ExchangeAccount,
  { body, idempotencyKey }: { readonly body?: object; readonly idempotencyKey?: string } = {},
): HttpRequest => ({
  method,
  url,
  headers: {
    authorization: `Bearer ${mollieKeys(account).apiKey}`,
    'content-type': 'application/json',
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  },
  ...(body && { body: JSON.stringify(body) }),
});

/** The address of a payment. Throws where Mollie's id of it is not known. */
export function paymentUrl(
  { urls }: ExchangeAccount,
  id: string | undefined,
  ...rest: readonly string[]
): string {
  if (id === undefined) throw new Error("Mollie's id of the payment is not known.");
  return [`${urls.api}v2/payments`, ...[id, ...rest].map(encodeURIComponent)].join('/');
}

/** How Mollie counts money. */
export const amounts = amountsAt(mollieCurrencies);

export const amountOf = (minor: number, currency: string) => ({
  currency,
  value: amounts.toMajorString(minor, currency),
});
