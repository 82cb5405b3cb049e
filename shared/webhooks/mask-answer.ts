import { holdsCardNumber } from '../card-number-inside.ts';

const maxBytes = 4_096;

/**
 * What a receiver answered, as its merchant may see it: at most 4 KB, without control characters and
 * card numbers, and without the secrets that it was sent.
 */
export function maskAnswer(body: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets
    .filter((secret) => secret.length >= 4)
    .reduce((text, secret) => text.replaceAll(secret, '***'), body);
  const plain = [...withoutSecrets].filter((one) => !/[\p{Cc}\p{Cf}]/u.test(one) || one === '\n');
  const masked = plain
    .join('')
    .replace(/\d(?:[\p{Pd}\p{Zs}._]?\d){12,}/gu, (digits) =>
      holdsCardNumber(digits) ? '***' : digits,
    );
  // A character that is cut in two is left out.
  return new TextDecoder().decode(Buffer.from(masked).subarray(0, maxBytes), { stream: true });
}
