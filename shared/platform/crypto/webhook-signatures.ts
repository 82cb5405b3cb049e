import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA512 of exactly the bytes that are sent, as clients of the Hyperswitch v1 API verify it.
 */
export const signature512 = (hashKey: string, body: string) =>
  createHmac('sha512', hashKey).update(body).digest('hex');

/**
 * The headers of the Standard Webhooks specification, with a signature by each of the keys. A key's
 * secret in that specification's form is `whsec_` and the base64 of the key.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function standardWebhookHeaders(
  keys: readonly string[],
  eventId: string,
  now: Date,
  body: string,
) {
  const timestamp = Math.floor(now.getTime() / 1_000);
  const signed = `${eventId}.${timestamp}.${body}`;
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
