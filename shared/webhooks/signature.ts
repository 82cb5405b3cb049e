import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA512 of exactly the bytes that are sent, as clients of the Hyperswitch v1 API verify it.
 */
export const signature512 = (hashKey: string, body: string) =>
  createHmac('sha512', hashKey).update(body).digest('hex');

/**
 * The headers of the Standard Webhooks specification, for the same key. Its secret in that
 * specification's form is `whsec_` and the base64 of the key.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function standardWebhookHeaders(hashKey: string, eventId: string, now: Date, body: string) {
  const timestamp = Math.floor(now.getTime() / 1_000);
  const signed = createHmac('sha256', hashKey).update(`${eventId}.${timestamp}.${body}`);
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signed.digest('base64')}`,
  };
}
