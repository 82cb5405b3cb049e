import { SwitchError } from '#platform/errors.ts';
import { checkOverlap } from '../accounts/hash-keys.ts';
import { checkWebhookStatuses } from '../accounts/webhook-details.ts';
import { checkLinkDomains } from '../link-settings/link-config.ts';
import type { UpdateProfileRequest } from './operations.ts';

/**
 * Checks the rules that the schema of a profile cannot express. Throws `invalid_request` with the
 * broken rule.
 */
export function checkProfileRequest(request: UpdateProfileRequest) {
  checkOverlap(request);
  const { intent_fulfillment_time: fulfillment, session_expiry: session } = request;
  if (isOutside(fulfillment, 60, 1800)) {
    refuse('intent_fulfillment_time should be between 60(1 min) to 1800(30 mins).');
  }
  if (isOutside(session, 60, 7_890_000)) {
    refuse('session_expiry should be between 60(1 min) to 7890000(3 months).');
  }
  const country = request.merchant_country_code;
  if (typeof country === 'string' && !/^\d{3}$/.test(country)) {
    refuse('Invalid merchant country code');
  }
  if (Object.entries(request.outgoing_webhook_custom_http_headers ?? {}).some(isUnsendable)) {
    refuse('Invalid header received in outgoing_webhook_custom_http_headers');
  }
  if (request.webhook_details) checkWebhookStatuses(request.webhook_details);
  if (request.payment_link_config) {
    checkLinkDomains('payment_link_config', request.payment_link_config);
  }
  if (request.payout_link_config) {
    checkLinkDomains('payout_link_config', request.payout_link_config);
  }
}

/**
 * Whether HTTP forbids the header, or it belongs to the connection, which the HTTP client controls.
 */
export const isUnsendable = ([name, value]: [string, string]) =>
  !/^[\w!#$%&'*+.^`|~-]+$/.test(name) ||
  !/^[\t\x20-\x7e]*$/.test(value) ||
  connectionHeaders.has(name.toLowerCase());

const connectionHeaders = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const isOutside = (value: number | null | undefined, min: number, max: number) =>
  typeof value === 'number' && (value < min || value > max);

function refuse(message: string): never {
  throw new SwitchError('invalid_request', { message });
}
