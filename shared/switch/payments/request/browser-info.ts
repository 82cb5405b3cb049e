import * as v from 'valibot';
import { given, integer } from '#platform/schema.ts';
import type { Payment } from '../payment.ts';

const optionalText = given(v.string());
const pixels = given(integer(0, 4_294_967_295));

/** The customer's browser as it describes itself, for fraud checks and 3-D Secure. */
export const BrowserInfo = v.object({
  color_depth: given(integer(0, 255)),
  java_enabled: given(v.boolean()),
  java_script_enabled: given(v.boolean()),
  language: optionalText,
  screen_height: pixels,
  screen_width: pixels,
  /** Minutes between UTC and the browser's clock. */
  time_zone: given(integer(-2_147_483_648, 2_147_483_647)),
  ip_address: optionalText,
  accept_header: optionalText,
  user_agent: optionalText,
  os_type: optionalText,
  os_version: optionalText,
  device_model: optionalText,
  accept_language: optionalText,
  referer: optionalText,
});
export type BrowserInfo = v.InferOutput<typeof BrowserInfo>;

/** The IP address of the payer's browser, as the stored fields of a payment state it. */
export const statedAddressOf = ({
  requestFields,
}: Pick<Payment, 'requestFields'>): string | null | undefined =>
  v.parse(StoredBrowser, requestFields).browser_info?.ip_address;

/** Stored from a parsed request. */
const StoredBrowser = v.object({ browser_info: given(BrowserInfo) });
