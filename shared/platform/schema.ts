import * as v from 'valibot';
import { holdsCardNumber } from './card-numbers/card-number-inside.ts';
import { trimmedSpace, withoutSpace } from './card-numbers/without-space.ts';
import { characterCount, maxCharacters, minCharacters } from './characters.ts';

/**
 * The schemas of which every contract consists. A message here ends up in the public error after
 * "Json deserialize error: ", so it describes the error and never repeats the value.
 */

/** A field that may be absent or `null`, which mean the same. */
export const given = <S extends v.GenericSchema>(schema: S) => v.nullish(schema);

/** Text of at most `max` characters. */
export const text = (max: number, min = 0) => v.pipe(v.string(), atLeast(min), atMost(max));

const atLeast = (min: number) =>
  minCharacters(min, `the minimum required length for this field is ${min}`);
const atMost = (max: number) =>
  maxCharacters(max, `the maximum allowed length for this field is ${max}`);

/** Digits as a person typed or copied them: at most `max` characters, without any white space. */
export const typedDigits = (max: number, min = 0) =>
  v.pipe(v.string(), v.transform(withoutSpace), atLeast(min), atMost(max));

/**
 * A secret that a merchant pastes: of at most `max` characters, without the white space around it
 * that a copied text often has, with which no signature would be right.
 */
export const pastedSecret = (max: number, min = 1) =>
  v.pipe(v.string(), v.transform(trimmedSpace), atLeast(min), atMost(max));

/**
 * Refuses a name that contains a card's number: names are shown, listed, logged and kept in clear.
 */
export const noCardNumber = v.rawCheck<string>(({ dataset, addIssue }) => {
  // A name that is too long is refused as it is.
  if (!dataset.typed || dataset.issues || !holdsCardNumber(dataset.value)) return;
  addIssue({ message: 'value looks like a card number, which no name or identifier may contain' });
});

/**
 * A name that a caller chooses: text of at most `max` characters, without a card's number in it.
 */
export const chosenName = (max: number, min = 0) => v.pipe(text(max, min), noCardNumber);

/**
 * An identifier that a merchant or we chose: 1 to 64 of `A-Z a-z 0-9 _ -`, without outer blanks.
 */
export const Identifier = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'the minimum required length for this field is 1'),
  v.maxLength(64, 'the maximum allowed length for this field is 64'),
  v.regex(/^[A-Za-z0-9_-]+$/, 'value contains invalid character'),
  noCardNumber,
);

/**
 * Refuses a URL with a user name or password: customers, their browsers' history and logs would see
 * it.
 */
const noUserInfo = v.check<string, string>((value) => {
  const parsed = URL.parse(value);
  return !parsed?.username && !parsed?.password;
}, 'a URL with a user name or password is not allowed');

/** An address as a person copied it: at most `max` characters, without the space around it. */
export const pastedAddress = (max: number) =>
  v.pipe(v.string(), v.transform(trimmedSpace), atMost(max));

/** An absolute http or https address. */
export const url = (max: number) =>
  v.pipe(
    pastedAddress(max),
    v.check((value) => {
      const parsed = URL.parse(value);
      return parsed !== null && /^https?:$/.test(parsed.protocol);
    }, 'relative URL without a base'),
    noUserInfo,
  );

/**
 * Where a customer is sent on to: a page, or an app on the customer's own device, by a scheme that
 * is the app's. A browser must open nothing that stands in the address itself.
 */
export const pageUrl = (max: number) =>
  v.pipe(
    pastedAddress(max),
    v.check((value) => {
      const parsed = URL.parse(value);
      if (parsed === null || browsersOwn.has(parsed.protocol)) return false;
      // An address without a path, like that of a mailbox, leads nowhere that a query can be added
      // to.
      return /^https?:$/.test(parsed.protocol) || parsed.href.startsWith(`${parsed.protocol}/`);
    }, 'relative URL without a base'),
    noUserInfo,
  );

/**
 * Schemes whose addresses are run, or read from the customer's device, instead of being visited.
 */
const browsersOwn: ReadonlySet<string> = new Set([
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
  'ftp:',
  'ws:',
  'wss:',
]);

/** ISO 8601 with `Z` or an offset. */
export const Timestamp = v.pipe(
  v.string(),
  v.isoTimestamp('invalid timestamp, expected ISO 8601 with an offset'),
  v.check(isDayOfTheCalendar, 'invalid timestamp'),
);

/** JavaScript reads the 30th of February as the 2nd of March; we do not. */
function isDayOfTheCalendar(value: string) {
  const day = value.slice(0, 10);
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(Date.parse(value)) && read.toISOString().startsWith(day);
}

/**
 * An address that mail can reach: a valid one in HTML, in a domain that is below another. This lets
 * in buyers called O'Brien, those at a domain with an umlaut, as browsers send it (`xn--`), and
 * those of Japanese carriers, whose names may have two dots together or one at the end.
 */
export const Email = v.pipe(
  v.string(),
  v.maxLength(319, 'Failed to parse email'),
  v.rfcEmail('Failed to parse email'),
  v.check((value) => /\.[A-Za-z][A-Za-z0-9-]+$/.test(value), 'Failed to parse email'),
);

/** A whole number from `min` to `max`, both included. */
export const integer = (min: number, max: number) =>
  v.pipe(
    v.number(),
    v.safeInteger('invalid type: floating point, expected integer'),
    v.minValue(min, `invalid value: integer, expected at least ${min}`),
    v.maxValue(max, `invalid value: integer, expected at most ${max}`),
  );

/** Any JSON object. An array is none, though a record would take it for one. */
export const JsonObject = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), 'invalid type: sequence, expected a map'),
  v.record(v.string(), v.unknown()),
);

/** Metadata with the published limits: 50 keys of 40 characters, values of 500. */
export const Metadata = v.pipe(
  JsonObject,
  v.check((value) => Object.keys(value).length <= 50, 'metadata has more than 50 keys'),
  v.check(
    (value) => Object.keys(value).every((key) => characterCount(key) <= 40),
    'a metadata key is longer than 40 characters',
  ),
  v.check(
    (value) => Object.values(value).every((one) => characterCount(asText(one)) <= 500),
    'a metadata value is longer than 500 characters',
  ),
);

const asText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Bytes as the table gives them. */
export const Bytes = v.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Drops the members that are absent or `null`, so that nothing is stored for them. */
export function compact<T extends object>(value: T): Compact<T> {
  const kept = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(kept) as Compact<T>; // Object.fromEntries cannot know which members stay.
}

export type Compact<T> = {
  [K in keyof T as null extends T[K] ? never : undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]>;
};
