import { valueSize } from '../table/units.ts';

/**
 * How much of what a processor says is kept, in bytes of UTF-8: an outcome must always find room in the
 * item of what it is about, which keeps `outcomeReserve` for it.
 */

/** Words for people are cut. */
const maxTextBytes: Readonly<Record<string, number>> = {
  code: 255,
  message: 1_024,
  reason: 1_024,
  issuerCode: 255,
  issuerMessage: 1_024,
  reasonCode: 255,
  connectorStatus: 255,
};

/** A name is whole or worth nothing: without one of these a payment is the same. */
const droppableIds: ReadonlySet<string> = new Set([
  'connectorReference',
  'connectorMandateId',
  'networkTransactionId',
  'connectorCaptureId',
  'captureBefore',
]);
const maxIdBytes = 255;

/** Any other text, and what a customer is to be shown: with more an outcome cannot be read. */
const maxOtherBytes = 6_144;

/**
 * What a processor said, as far as it is kept. Throws where something that it needs is too large.
 *
 * @throws Error without a word of what was said, as it may hold card data
 */
export function limitOutcome<T extends object>(outcome: T): T {
  const entries = Object.entries(outcome).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'string') {
      const maxBytes = maxTextBytes[name];
      if (maxBytes !== undefined) return [[name, cutToBytes(value, maxBytes)]];
      if (droppableIds.has(name))
        return Buffer.byteLength(value) > maxIdBytes ? [] : [[name, value]];
      checkBytes(name, Buffer.byteLength(value), name.endsWith('Id') ? maxIdBytes : maxOtherBytes);
    }
    if (name === 'nextAction') checkBytes(name, valueSize(value), maxOtherBytes);
    if (Array.isArray(value)) return [[name, value.map(limitMember)]];
    return [[name, name === 'nextAction' ? value : limitMember(value)]];
  });
  return Object.fromEntries(entries) as T; // The same members, shorter; only optional ones are missing.
}

const limitMember = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? limitOutcome(value) : value;

function checkBytes(name: string, size: number, maxBytes: number): void {
  if (size > maxBytes) throw new Error(`A processor says a ${name} of ${size} bytes.`);
}

/** The beginning of a text, so many bytes of UTF-8 at most, without half a character at its end. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let cut = text.slice(0, maxBytes);
  while (Buffer.byteLength(cut) > maxBytes) cut = cut.slice(0, -1);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
