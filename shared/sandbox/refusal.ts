import { jsonResponse, type RawResponse, rawResponse } from '../http/raw-response.ts';

/** The sandbox processor's refusals, in a form and with codes of its own, like any processor's. */
const refusals = {
  DC_01: [404, 'Payment does not exist in our records'],
  DC_03: [400, 'The refund amount exceeds the amount captured'],
  DC_05: [404, 'Refund does not exist in our records'],
  DC_06: [400, 'Payment is not successful'],
  DC_09: [409, 'A payment of this reference exists with another amount or currency'],
  DC_10: [409, 'A capture of this reference exists with another amount'],
  DC_11: [409, 'A refund of this reference exists with another amount'],
  DC_12: [400, 'Nothing of the payment can be captured'],
  DC_13: [400, 'The capture amount exceeds what is left of the amount authorized'],
  DC_14: [400, 'The payment cannot be voided'],
} as const;

export type RefusalCode = keyof typeof refusals;

/** A refusal as an answer. */
export function refusal(code: RefusalCode): RawResponse {
  const [status, message] = refusals[code];
  return jsonResponse(status, { error: { code, message } });
}

/** Turns a caller away for a second; nothing of the request was taken. */
export const tooOften = (): RawResponse =>
  rawResponse({
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '1' },
    body: JSON.stringify({ error: { code: 'DC_15', message: 'Too many requests' } }),
  });
