import type { UsableCard } from '../../cards/card.ts';
import { VaultError } from '../../vault-error.ts';

/** Words in a message that the vault replaces by a card's values. */
const placeholderNames = [
  'CARD_NUMBER',
  'CARDHOLDER_NAME',
  'EXPIRATION_MM',
  'EXPIRATION_M',
  'EXPIRATION_YYYY',
  'EXPIRATION_YY',
  'SERVICE_CODE',
  'CARD_TYPE',
] as const;
export type Placeholder = (typeof placeholderNames)[number];

const placeholderPattern = new RegExp(`%(${placeholderNames.join('|')})%`, 'g');
/** In a form the per cent sign itself may be encoded, because the sender encodes the whole form. */
const formPlaceholderPattern = new RegExp(`%(?:25)?(${placeholderNames.join('|')})%(?:25)?`, 'g');

/** The encoding that keeps a value one value in its message. */
export type Encoding = 'json' | 'form' | 'xml' | 'raw';

/** By the content type of a message; raw for an unknown one. */
export function encodingOf(contentType: string | undefined): Encoding {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (/^(application|text)\/(.+\+)?json$|^application\/(x-)?ndjson$/.test(type)) return 'json';
  if (/^(application|text)\/(.+\+)?xml$/.test(type)) return 'xml';
  return 'raw';
}

/** Whether the text has a placeholder, in upper or lower case. */
export const hasPlaceholder = (text: string): boolean =>
  new RegExp(placeholderPattern.source, 'i').test(text);

/** The longest filled body, in bytes: twice the largest message. */
const maxFilledBytes = 2 * 1_024 * 1_024;

interface FoundPlaceholder {
  readonly name: Placeholder;
  /** In bytes. */
  readonly start: number;
  readonly end: number;
}

/**
 * The placeholders of a message, in order. In Latin-1 a character is a byte, so positions are
 * bytes.
 */
function findPlaceholders(message: Uint8Array, writing: Encoding): readonly FoundPlaceholder[] {
  const text = Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString(
    'latin1',
  );
  return [...text.matchAll(writing === 'form' ? formPlaceholderPattern : placeholderPattern)].map(
    (match) => ({
      name: match[1] as Placeholder, // The pattern matches these names and no others.
      start: match.index,
      end: match.index + match[0].length,
    }),
  );
}

export interface Message {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The placeholders that a message contains. */
export const placeholdersIn = ({ headers, body }: Message): ReadonlySet<Placeholder> =>
  new Set([
    ...findPlaceholders(body, encodingOf(headers['content-type'])).map(({ name }) => name),
    ...Object.values(headers).flatMap((value) =>
      // The pattern matches these names and no others.
      [...value.matchAll(placeholderPattern)].map((match) => match[1] as Placeholder),
    ),
  ]);

/** A card and its brand, which replace the placeholders. */
export interface Filling {
  readonly card: UsableCard;
  readonly brand: string;
}

/**
 * The message with card values in place of the placeholders, each encoded for its position. The
 * body is new, and the caller erases it; header texts are strings, which cannot be erased. Throws
 * VaultError `service_code_unavailable` without a needed code, `validation_error` for a holder's
 * name that is missing or cannot be written there, and `payload_too_large` for a filled body above
 * the limit.
 */
export function fillMessage(
  { headers, body }: Message,
  filling: Filling,
): Message & { body: Buffer } {
  const writing = encodingOf(headers['content-type']);
  const filledHeaders = Object.entries(headers).map(
    ([name, value]) =>
      [
        name,
        value.replaceAll(placeholderPattern, (_, word: Placeholder) => textOf(word, filling)),
      ] as const,
  );
  return { headers: Object.fromEntries(filledHeaders), body: fill(body, writing, filling) };
}

function fill(message: Uint8Array, writing: Encoding, filling: Filling): Buffer {
  const parts: Uint8Array[] = [];
  const values: Buffer[] = [];
  const isInCharacterData = writing === 'xml' ? characterDataOf(message) : () => false;
  let from = 0;
  let { length } = message;
  try {
    for (const { name, start, end } of findPlaceholders(message, writing)) {
      const value = placeholderValue(name, filling, isInCharacterData(start) ? 'cdata' : writing);
      values.push(value);
      length += value.length - (end - start);
      // A value may be a hundred times as long as its placeholder. The limit stops messages that
      // grow too far.
      if (length > maxFilledBytes) throw new VaultError('payload_too_large');
      parts.push(message.subarray(from, start), value);
      from = end;
    }
    return Buffer.concat([...parts, message.subarray(from)]);
  } finally {
    for (const value of values) value.fill(0);
  }
}

function textOf(name: Placeholder, filling: Filling): string {
  const value = placeholderValue(name, filling, 'raw');
  const text = value.toString('latin1');
  value.fill(0);
  return text;
}

/**
 * Whether a position is between `<![CDATA[` and `]]>`, where XML has no escapes. Call it with
 * ascending positions: then it reads each byte once, however many placeholders there are.
 */
function characterDataOf(message: Uint8Array): (place: number) => boolean {
  const text = Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString(
    'latin1',
  );
  const borders = text.matchAll(/<!\[CDATA\[|\]\]>/g);
  let next = borders.next().value;
  let isInside = false;
  return (place) => {
    for (; next && next.index < place; next = borders.next().value) isInside = next[0] !== ']]>';
    return isInside;
  };
}

/** A copy of a placeholder's value. Digits are the same in every encoding. */
function placeholderValue(
  name: Placeholder,
  { card, brand }: Filling,
  writing: Encoding | 'cdata',
): Buffer {
  switch (name) {
    case 'CARD_NUMBER':
      return Buffer.from(card.number);
    case 'SERVICE_CODE':
      if (!card.cvc) throw new VaultError('service_code_unavailable');
      return Buffer.from(card.cvc);
    case 'CARDHOLDER_NAME':
      if (card.holderName === undefined) throw holder('is not held');
      return Buffer.from(encoders[writing](card.holderName), 'utf8');
    case 'EXPIRATION_MM':
      return Buffer.from(card.expiryMonth, 'latin1');
    case 'EXPIRATION_M':
      return Buffer.from(card.expiryMonth.replace(/^0/, ''), 'latin1');
    case 'EXPIRATION_YYYY':
      return Buffer.from(card.expiryYear, 'latin1');
    case 'EXPIRATION_YY':
      return Buffer.from(card.expiryYear.slice(-2), 'latin1');
    case 'CARD_TYPE':
      return Buffer.from(brand, 'latin1');
  }
}

const holder = (what: string) => new VaultError('validation_error', { cardholder_name: [what] });

/** All output is ASCII, for any character set of the message; only CDATA is UTF-8. */
const encoders: Readonly<Record<Encoding | 'cdata', (text: string) => string>> = {
  json: (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),

  form: (text) =>
    encodeURIComponent(text.toWellFormed()).replaceAll(
      /[!'()*~]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    ),

  // Blanks other than the space are written by number, because a reader may turn them into spaces.
  xml: (text) =>
    ofXml(text).replaceAll(/[^ -~]|[<>&"']/gu, (sign) => `&#${sign.codePointAt(0) ?? 0};`),

  cdata: (text) => ofXml(text).replaceAll(']]>', ']]]]><![CDATA[>'),

  raw(text) {
    if (!/^[ -~]*$/.test(text)) throw holder('cannot be written in this message');
    return text;
  },
};

/** XML cannot represent most control characters and lone surrogates. */
function ofXml(text: string): string {
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text)) {
    throw holder('cannot be written in this message');
  }
  return text;
}
