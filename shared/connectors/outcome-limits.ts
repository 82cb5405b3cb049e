import { valueSize } from '../table/units.ts';

/**
 * How much of what a processor says is kept, in bytes of UTF-8: an outcome must always find room in the
 * item of what it is about, which keeps `outcomeReserve` for it.
 */

/** Words for people are cut. */
const words: Readonly<Record<string, number>> = {
  code: 255,
  message: 1_024,
  reason: 1_024,
  issuerCode: 255,
  issuerMessage: 1_024,
  reasonCode: 255,
  connectorStatus: 255,
};

/** A name is whole or worth nothing: without one of these a payment is the same. */
const spareNames: ReadonlySet<string> = new Set([
  'connectorReference',
  'connectorMandateId',
  'networkTransactionId',
  'connectorCaptureId',
  'captureBefore',
]);
const longestName = 255;

/** Any other text, and what a customer is to be shown: with more an outcome cannot be read. */
const largestOther = 6_144;

/**
 * What a processor said, as far as it is kept. Throws where something that it needs is too large.
 *
 * @throws Error without a word of what was said, as it may hold card data
 */
export function limited<T extends object>(said: T): T {
  const entries = Object.entries(said).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'string') {
      const most = words[name];
      if (most !== undefined) return [[name, cutToBytes(value, most)]];
      if (spareNames.has(name))
        return Buffer.byteLength(value) > longestName ? [] : [[name, value]];
      check(name, Buffer.byteLength(value), name.endsWith('Id') ? longestName : largestOther);
    }
    if (name === 'nextAction') check(name, valueSize(value), largestOther);
    if (Array.isArray(value)) return [[name, value.map(limitedMember)]];
    return [[name, name === 'nextAction' ? value : limitedMember(value)]];
  });
  return Object.fromEntries(entries) as T; // The same members, shorter; only optional ones are missing.
}

const limitedMember = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? limited(value) : value;

function check(name: string, size: number, most: number): void {
  if (size > most) throw new Error(`A processor says a ${name} of ${size} bytes.`);
}

/** The beginning of a text, so many bytes of UTF-8 at most, without half a character at its end. */
export function cutToBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let cut = text.slice(0, most);
  while (Buffer.byteLength(cut) > most) cut = cut.slice(0, -1);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
