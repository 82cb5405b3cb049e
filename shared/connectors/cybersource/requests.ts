import { currentTime } from '#platform/clock.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { shortened } from '../formats/hashes.ts';
import { amountsAt } from '../formats/processor-amounts.ts';
import { known } from '../formats/request.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import { cybersourceCurrencies } from './currencies.ts';
import { signedHeaders } from './signature.ts';

/** Amounts as Cybersource counts them. */
export const amounts = amountsAt(cybersourceCurrencies);

/**
 * A signed request; a JSON body, where there is one. The signature has the present time, from which
 * Cybersource takes it for some minutes. Throws for credentials of another shape.
 */
export function apiRequest(
  method: HttpRequest['method'],
  path: string,
  account: ExchangeAccount,
  content?: object,
): HttpRequest {
  const url = `${account.urls.api}${path}`;
  const request = {
    method,
    url,
    ...(content && { body: JSON.stringify(content) }),
  };
  return {
    ...request,
    headers: {
      accept: 'application/hal+json;charset=utf-8',
      'content-type': 'application/json;charset=utf-8',
      ...signedHeaders(request, account, currentTime()),
    },
  };
}

/** The path of a payment. Throws where Cybersource's id of it is not known. */
export const paymentPath = (id: string | undefined, ...rest: readonly string[]): string =>
  ['pts/v2/payments', idIn(id), ...rest].join('/');

/** The path of a later change of a capture. */
export const capturePath = (id: string, ...rest: readonly string[]): string =>
  ['pts/v2/captures', idIn(id), ...rest].join('/');

/** A question for one transaction: a payment, a capture, a reversal or a refund. */
export const transactionRequest = (id: string | undefined, account: ExchangeAccount) =>
  apiRequest('GET', `tss/v2/transactions/${idIn(id)}`, account);

export const idIn = (id: string | undefined): string =>
  encodeURIComponent(known(id, "Cybersource's id of the transaction"));

/** An amount in minor units as Cybersource writes it. */
export const amountDetails = (minor: number, currency: string) => ({
  totalAmount: amounts.toMajorString(minor, currency),
  currency,
});

/** The merchant's reference, by which transactions are searched for. */
export const codeOf = (reference: string): string => shortened(reference, 50);

/** The id of one request, which Cybersource accepts once. */
export const requestIdOf = (reference: string): string => shortened(reference, 30);
