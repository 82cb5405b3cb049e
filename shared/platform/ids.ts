import { createHash, randomInt, randomUUID } from 'node:crypto';

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Random letters and digits: 20 of them carry 119 bits. */
export const randomText = (length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** A new identifier, such as `pay_` and 20 letters and digits. */
export const newId = (prefix: string) => `${prefix}_${randomText(20)}`;

/** The identifier that follows from these facts, and always the same from the same. */
export const derivedId = (prefix: string, ...facts: readonly string[]) =>
  `${prefix}_${lettersAndDigits(createHash('sha256').update(JSON.stringify(facts)).digest(), 20)}`;

/** 32 lower-case hex digits of a random UUID. */
export const randomHex = () => randomUUID().replaceAll('-', '');

/** Bytes written as letters and digits, so that a hash can serve as an identifier. */
export function lettersAndDigits(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let written = '';
  while (written.length < length) {
    written += alphabet[Number(rest % 62n)];
    rest /= 62n;
  }
  return written;
}
