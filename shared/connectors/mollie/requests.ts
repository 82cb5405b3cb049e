import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { amountsAt } from '../formats/processor-amounts.ts';
import { credentialsOf, jsonRequest, keyHeader, pathTo } from '../formats/request.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import { mollieCurrencies } from './currencies.ts';

/**
 * The API key, and the token of the profile, without which no card can be tokenized. Throws for
 * credentials of another shape.
 */
export function mollieKeys(account: Pick<ExchangeAccount, 'credentials'>) {
  const keys = credentialsOf('Mollie', account, 'BodyKey', 'HeaderKey');
  return { apiKey: keys.api_key, profileToken: 'key1' in keys ? keys.key1 : undefined };
}

/** A request; one with an `idempotencyKey` changes something once, however often it is sent. */
export const apiRequest = (
  method: HttpRequest['method'],
  url: string,
  account: ExchangeAccount,
  { body, idempotencyKey }: { readonly body?: object; readonly idempotencyKey?: string } = {},
): HttpRequest =>
  jsonRequest(
    method,
    url,
    {
      authorization: `Bearer ${mollieKeys(account).apiKey}`,
      'content-type': 'application/json',
      ...keyHeader('idempotency-key', idempotencyKey),
    },
    body,
  );

/** The address of a payment. Throws where Mollie's id of it is not known. */
export const paymentUrl = (
  { urls }: ExchangeAccount,
  id: string | undefined,
  ...rest: readonly string[]
): string =>
  pathTo(`${urls.api}v2/payments`, id, "Mollie's id of the payment", rest.map(encodeURIComponent));

/** How Mollie counts money. */
export const amounts = amountsAt(mollieCurrencies);

export const amountOf = (minor: number, currency: string) => ({
  currency,
  value: amounts.toMajorString(minor, currency),
});

const maxDescriptionLength = 255;

/** @see https://github.com/mollie/openapi/blob/main/specs.yaml (description) */
export const described = (text: string): string => text.slice(0, maxDescriptionLength);
