import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The header with the signature of the sandbox processor's webhooks. */
export const signatureHeader = 'sandbox-signature';

/** The largest accepted difference of the two clocks, in seconds. */
const toleranceSeconds = 300;

/**
 * The key that signs a caller's webhooks. It is derived from the hash of the API key, which the
 * ledger stores anyway, so no other secret is stored.
 */
export const webhookKey = (keyHash: string) =>
  createHash('sha256').update(`turnout-sandbox-webhook:${keyHash}`).digest('hex');

/** The same key, derived from the API key itself. */
export const webhookKeyOf = (apiKey: string) =>
  webhookKey(createHash('sha256').update(apiKey).digest('hex'));

/** The header's value: the time, and the signature over the time and the body. */
export function signed(key: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${digest(key, seconds, body).toString('hex')}`;
}

/** Whether the header was made recently with this key over this body. Compares in constant time. */
export function isSigned(key: string, body: string, header: string, now: Date): boolean {
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (seconds === undefined || hex === undefined) return false;
  if (!timingSafeEqual(digest(key, Number(seconds), body), Buffer.from(hex, 'hex'))) return false;
  return Math.abs(now.getTime() / 1_000 - Number(seconds)) <= toleranceSeconds;
}

const digest = (key: string, seconds: number, body: string) =>
  createHmac('sha256', key).update(`${seconds}.${body}`).digest();
