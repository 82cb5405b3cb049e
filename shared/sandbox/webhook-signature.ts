import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The header that a webhook of the sandbox processor is signed in. */
export const signatureHeader = 'sandbox-signature';

/** How far the two clocks may be apart, either way, in seconds. */
const toleranceSeconds = 300;

/**
 * The key that a caller's webhooks are signed with. It follows from the hash of the API key, which
 * the ledger keeps anyway, so there is no other secret to keep.
 */
export const webhookKey = (keyHash: string) =>
  createHash('sha256').update(`turnout-sandbox-webhook:${keyHash}`).digest('hex');

/** The same for who holds the API key itself. */
export const webhookKeyOf = (apiKey: string) =>
  webhookKey(createHash('sha256').update(apiKey).digest('hex'));

/** The header's value: when it was signed, and what over. */
export function signed(key: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${digest(key, seconds, body).toString('hex')}`;
}

/** Whether the header was made with this key over this body, lately. Compares in constant time. */
export function isSigned(key: string, body: string, header: string, now: Date): boolean {
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (seconds === undefined || hex === undefined) return false;
  if (!timingSafeEqual(digest(key, Number(seconds), body), Buffer.from(hex, 'hex'))) return false;
  return Math.abs(now.getTime() / 1_000 - Number(seconds)) <= toleranceSeconds;
}

const digest = (key: string, seconds: number, body: string) =>
  createHmac('sha256', key).update(`${seconds}.${body}`).digest();
