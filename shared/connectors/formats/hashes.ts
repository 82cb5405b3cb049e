import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The SHA-256 of a text in hexadecimal digits. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The text itself where it fits, else a hash of it of this length: always the same one. */
export const shortened = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : hashOf(text).slice(0, maxLength);

/**
 * Whether one of the keys signed the text with an HMAC, compared in constant time. An empty key
 * signs nothing.
 */
export const isSignedWith = (
  keys: readonly (string | Buffer)[],
  text: string,
  given: Buffer,
  hash: 'sha1' | 'sha256' | 'sha512' = 'sha256',
): boolean =>
  keys.some((key) => {
    if (key.length === 0) return false;
    const signature = createHmac(hash, key).update(text, 'utf8').digest();
    return given.length === signature.length && timingSafeEqual(signature, given);
  });

/** The bytes that a text of hexadecimal digits stands for; undefined for any other text. */
export const hexBytes = (text: string): Buffer | undefined =>
  /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : undefined;
