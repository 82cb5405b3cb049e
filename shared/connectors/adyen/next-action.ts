import * as v from 'valibot';
import type { NextAction } from '#vocabulary/next-action.ts';

const text = v.nullish(v.string());

/**
 * The customer's next action. Only Adyen's own library can show the types that are not read here.
 *
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json
 * (action of PaymentResponse)
 */
export const Action = v.object({
  type: text,
  url: text,
  method: text,
  data: v.nullish(v.record(v.string(), v.string())),
  qrCodeData: text,
  expiresAt: text,
});

interface Challenged {
  readonly action?: v.InferOutput<typeof Action> | null | undefined;
  /** When a code expires that its action does not date, such as that of Pix: ISO 8601. */
  readonly expiresAt?: string | null | undefined;
  /** When Adyen answered, by the `date` header. */
  readonly answeredAt?: string | undefined;
}

/** The customer's challenge; undefined where it has nothing that we can show. */
export function challengeIn({ action, expiresAt, answeredAt }: Challenged) {
  const { type, url, method, data, qrCodeData } = action ?? {};
  if (type === 'qrCode' && qrCodeData) {
    return { nextAction: qrCode(qrCodeData, millisecondsOf(action?.expiresAt ?? expiresAt)) };
  }
  if (type === 'await') return { nextAction: waitScreen(millisecondsOf(answeredAt)) };
  if (!url) return undefined;
  return method === 'POST' ? { redirectForm: { url, fields: data ?? {} } } : { redirectUrl: url };
}

const qrCode = (code: string, until: number | undefined): NextAction => ({
  type: 'qr_code_information',
  raw_qr_data: code,
  ...(until !== undefined && { display_to_timestamp: until }),
});

/** The customer confirms in the bank's app; the AUTHORISATION event ends the wait. */
const waitScreen = (from = 0): NextAction => ({
  type: 'wait_screen_information',
  display_from_timestamp: from,
  poll_config: { delay_in_secs: 5, frequency: 12 },
});

/** Since 1970; undefined for a text that is no time. */
function millisecondsOf(time: string | null | undefined): number | undefined {
  const milliseconds = Date.parse(time ?? '');
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
