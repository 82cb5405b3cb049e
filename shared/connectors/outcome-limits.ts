import { maskCardNumbers } from '#platform/card-numbers/card-number-inside.ts';
import { ownMember } from '#platform/own-member.ts';
import { valueSize } from '#platform/table/units.ts';

/**
 * How much of a processor's answer is stored, in bytes of UTF-8. An outcome must always fit into
 * its item, which reserves `outcomeReserve` for it.
 */

/** Texts for people are shortened, and card numbers in them masked: a processor may repeat one. */
const maxTextBytes: Readonly<Record<string, number>> = {
  code: 255,
  message: 1_024,
  reason: 1_024,
  issuerCode: 255,
  issuerMessage: 1_024,
  reasonCode: 255,
  connectorStatus: 255,
  networkAdviceCode: 64,
};

/** An id is stored whole or dropped: without one of these ids the payment is still usable. */
const droppableIds: ReadonlySet<string> = new Set([
  'connectorReference',
  'connectorMandateId',
  'networkTransactionId',
  'connectorCaptureId',
  'captureBefore',
  'connectorCustomerId',
]);
const maxIdBytes = 255;
/** Worldpay's ids of payments are encrypted texts of some 500 characters. */
const maxTransactionIdBytes = 1_024;

/**
 * The limit of an adapter's data, names and values together. Larger data make the outcome
 * unreadable.
 */
const maxMetadataBytes = 1_024;

/** Whether an adapter's metadata may be stored. */
export const fitsMetadata = (metadata: object): boolean => valueSize(metadata) <= maxMetadataBytes;

/**
 * The limit of the issuer's checks, names and values together. More is dropped: checks are only
 * shown.
 */
const maxChecksBytes = 512;

/** The limit of any other text, and of display data. A longer one makes the outcome unreadable. */
const maxOtherBytes = 6_144;

/**
 * A processor's outcome within the limits. Throws when a required field is too large.
 *
 * @throws Error without any part of the answer, which may hold card data
 */
export function limitOutcome<T extends object>(outcome: T): T {
  const entries = Object.entries(outcome).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'string') {
      const maxBytes = ownMember(maxTextBytes, name);
      if (maxBytes !== undefined) return [[name, shownText(value, maxBytes)]];
      if (droppableIds.has(name))
        return Buffer.byteLength(value) > maxIdBytes ? [] : [[name, value]];
      checkBytes(name, Buffer.byteLength(value), maxBytesOf(name));
    }
    if (name === 'nextAction' || name === 'redirectForm' || name === 'deviceForm') {
      checkBytes(name, valueSize(value), maxOtherBytes);
      return [[name, value]];
    }
    if (name === 'connectorMetadata') {
      checkBytes(name, valueSize(value), maxMetadataBytes);
      return [[name, value]];
    }
    if (name === 'paymentChecks') return valueSize(value) > maxChecksBytes ? [] : [[name, value]];
    if (Array.isArray(value)) return [[name, value.map(limitMember)]];
    return [[name, limitMember(value)]];
  });
  return Object.fromEntries(entries) as T; // The same members, shorter; only optional ones are missing.
}

/** More characters than any card number has with its separators. */
const longestNumber = 128;

/** Reads only the shown part, and the characters of a number that may begin at its end. */
function shownText(text: string, maxBytes: number): string {
  const seen = text.slice(0, maxBytes + longestNumber);
  const masked = maskCardNumbers(seen);
  // The end may have the beginning of a number, which is not known for one.
  const whole = seen === text ? masked : masked.slice(0, -longestNumber);
  return cutToBytes(whole.replace(/[\uD800-\uDBFF]$/, ''), maxBytes);
}

const maxBytesOf = (name: string): number => {
  if (name === 'connectorTransactionId') return maxTransactionIdBytes;
  return name.endsWith('Id') ? maxIdBytes : maxOtherBytes;
};

const limitMember = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? limitOutcome(value) : value;

function checkBytes(name: string, size: number, maxBytes: number): void {
  if (size > maxBytes) throw new Error(`A processor says a ${name} of ${size} bytes.`);
}

/**
 * The beginning of a text, at most so many bytes of UTF-8, without a partial character at its end.
 */
export function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let cut = text.slice(0, maxBytes);
  while (Buffer.byteLength(cut) > maxBytes) cut = cut.slice(0, -1);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
