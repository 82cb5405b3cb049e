import { randomInt } from 'node:crypto';
import { hasValidCheckDigit } from '#platform/card-numbers/check-digit.ts';

/** Somewhere that could be read by somebody: an item, a line of a log, a message, an answer. */
export interface Place {
  readonly name: string;
  readonly text: string;
}

/** Texts that no place may have, by their kinds, and one security code of this run. */
export interface Canaries {
  readonly secrets: Readonly<Record<string, string>>;
  /** Four digits: three would be met by chance. */
  readonly code: string;
}

/** Which canaries sing, and where: nothing of it may be. */
export function findings({ secrets, code }: Canaries, places: readonly Place[]): readonly string[] {
  const shapes = Object.entries(secrets).map(([what, secret]) => ({ what, of: shapesOf(secret) }));
  // A security code is too short to be looked for as a mere run of digits.
  const alone = new RegExp(`(?<![0-9A-Za-z.:-])${code}(?![0-9A-Za-z])`);
  return places.flatMap(({ name, text }) => [
    ...shapes
      .filter(({ of }) => of.some((shape) => text.includes(shape)))
      .map(({ what }) => `${what} in ${name}`),
    ...(alone.test(text) ? [`a security code in ${name}`] : []),
  ]);
}

/** A secret as it is, and in the ways that texts and bytes are written down. */
function shapesOf(secret: string): readonly string[] {
  const isNumber = /^\d{12,19}$/.test(secret);
  const grouped = (by: string) => secret.replaceAll(/(\d{4})(?=\d)/g, `$1${by}`);
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
    ...(isNumber ? [grouped(' '), grouped('-'), grouped('%20'), grouped('+')] : []),
    // After any text before it, one of the three is how Base64 writes it.
    ...['', 'x', 'xx'].map((before) =>
      Buffer.from(before + secret)
        .toString('base64')
        .slice(before.length === 0 ? 0 : 4, -4),
    ),
  ];
}

/**
 * A number of this run that begins as test cards do and passes the check: nobody's, and nowhere but
 * where somebody wrote it down.
 */
export function newCardNumber(beginning = '424242', length = 16): string {
  const rest = length - beginning.length - 1;
  const body = beginning + Array.from({ length: rest }, () => randomInt(10)).join('');
  const check = [...'0123456789'].find((digit) => hasValidCheckDigit(body + digit)) ?? '0';
  return body + check;
}

/** Four digits that are no year and no common port or count. */
export const newCvc = () => String(randomInt(6_100, 7_999));
