import { credentialsOf, jsonRequest, keyHeader } from '#connectors/formats/request.ts';
import type { ExchangeAccount, StepRequest } from '#connectors/interface/exchange.ts';

/** A question, which changes nothing. */
export const getRequest = (path: string, account: ExchangeAccount): StepRequest =>
  jsonRequest('GET', `${account.urls.api}${path}`, headersOf(account));

/** A change, which the bank makes once for each key. */
export const postRequest = (
  path: string,
  account: ExchangeAccount,
  key: string,
  body: object = {},
): StepRequest =>
  jsonRequest(
    'POST',
    `${account.urls.api}${path}`,
    { ...headersOf(account), ...keyHeader('idempotency-key', key) },
    body,
  );

const headersOf = (account: ExchangeAccount) => ({
  authorization: `Bearer ${credentialsOf('Example Bank', account, 'HeaderKey').api_key}`,
  'content-type': 'application/json',
});
