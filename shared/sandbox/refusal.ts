import {
  jsonResponse,
  type RawResponse,
  rawResponse,
} from '#platform/http/response/raw-response.ts';

/** The sandbox processor's errors, with a form and codes of its own, like any processor's. */
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
  DC_30: [400, 'Nothing more can be reserved for the payment'],
  DC_31: [409, 'An increment of this reference exists with another amount'],
  DC_32: [400, 'The reservation cannot be kept for longer'],
  DC_33: [404, 'Authentication does not exist in our records'],
  DC_16: [404, 'Payout does not exist in our records'],
  DC_17: [400, 'The payout cannot be cancelled'],
  DC_40: [404, 'Mandate does not exist in our records'],
  DC_41: [400, 'Nothing is kept under this mandate reference'],
  DC_20: [409, 'A payout of this reference exists with another amount or currency'],
  DC_21: [404, 'Dispute does not exist in our records'],
  DC_22: [400, 'The dispute is over'],
  DC_50: [400, 'The public token is unknown'],
  DC_51: [400, 'The access token is unknown'],
} as const;

export type RefusalCode = keyof typeof refusals;

/** A refusal as an answer. */
export function refusal(code: RefusalCode): RawResponse {
  const [status, message] = refusals[code];
  return jsonResponse(status, { error: { code, message } });
}

/** Throttles a caller for a second; nothing of the request was processed. */
export const tooOften = (): RawResponse =>
  rawResponse({
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '1' },
    body: JSON.stringify({ error: { code: 'DC_15', message: 'Too many requests' } }),
  });
