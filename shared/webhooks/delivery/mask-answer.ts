import { maskCardNumbers } from '#platform/card-numbers/card-number-inside.ts';

/** The stored part of an answer, in bytes. */
const maxBytes = 4_096;
/**
 * More characters than a card number has, with its separators, that begins within the stored part.
 */
const longestNumber = 128;

/**
 * A receiver's answer as its merchant may see it: at most 4 KB, without control characters, with
 * card numbers masked, and without the secrets that it was sent.
 *
 * The receiver chooses the length of its answer. Only the stored part is searched, and as much more
 * as a secret or a card number may take that begins there.
 */
export function maskAnswer(body: string, secrets: readonly string[]): string {
  const hidden = secrets.filter((secret) => secret.length >= 4);
  const longest = Math.max(longestNumber, ...hidden.map(({ length }) => length));
  const seen = body.slice(0, maxBytes + longest);
  const withoutSecrets = hidden.reduce((text, secret) => text.replaceAll(secret, '***'), seen);
  const masked = maskCardNumbers(withoutSecrets.replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, ''));
  // The end may have the beginning of a secret or of a number, which no search recognises.
  const whole = seen === body ? masked : masked.slice(0, -longest);
  // A character that is cut in two is left out.
  return new TextDecoder().decode(Buffer.from(whole).subarray(0, maxBytes), { stream: true });
}
