import { jsonResponse, type RawResponse } from '../http/raw-response.ts';

/** The sandbox processor's refusals, in a form and with codes of its own, like any processor's. */
const refusals = {
  DC_01: [404, 'Payment does not exist in our records'],
  DC_09: [409, 'A payment of this reference exists with another amount or currency'],
} as const;

/** A refusal as an answer. */
export function refusal(code: keyof typeof refusals): RawResponse {
  const [status, message] = refusals[code];
  return jsonResponse(status, { error: { code, message } });
}
