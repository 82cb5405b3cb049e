import * as v from 'valibot';
import { hasValidCheckDigit } from '#platform/card-numbers/check-digit.ts';
import { withoutSpace } from '#platform/card-numbers/without-space.ts';
import { canStandOn, testBrandsOf } from '#vocabulary/card-networks/co-badged.ts';
import { sayableName } from '../field-name.ts';
import { VaultError } from '../vault-error.ts';
import { brandNamed, brandOf, kindOf } from './card-brand.ts';
import type { CardToStore } from './card-vault.ts';
import { fourDigitYear } from './expiry.ts';
import { looksLikePan } from './looks-like-pan.ts';

export { CardRecord, presentCard } from './present-card.ts';

/** The digits without white space and dashes, which people write between them. */
const digitsOf = (text: string) => withoutSpace(text).replaceAll('-', '');
const isDigits = (text: string) => /^\d{12,19}$/.test(text);

function isCardNumber(text: string): boolean {
  const digits = digitsOf(text);
  if (!isDigits(digits)) return false;
  const { brand, hasLength } = kindOf(digits);
  return hasLength && (brand === 'unionpay' || hasValidCheckDigit(digits));
}

/** Control characters, line separators and lone surrogates. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

const CardNumber = v.pipe(
  v.string(),
  v.maxLength(64, 'is invalid'),
  v.check(isCardNumber, 'is invalid'),
);
const HolderName = v.pipe(
  v.string(),
  v.check((name) => name.length > 0 && [...name].length <= 255, 'must have 1 to 255 characters'),
  v.check((name) => !unprintable.test(name), 'has control characters'),
  v.check((name) => !looksLikePan.test(name), 'looks like a card number'),
);
const typed = v.pipe(v.string(), v.transform(withoutSpace));
const Cvc = v.pipe(typed, v.regex(/^\d{3,4}$/, 'is invalid'));
const Month = v.pipe(typed, v.regex(/^(?:0?[1-9]|1[0-2])$/, 'is invalid'));
const Year = v.pipe(typed, v.regex(/^(?:\d{2}|\d{4})$/, 'is invalid'));
const CardType = v.pipe(
  v.string(),
  v.check((name) => brandNamed(name) !== undefined, 'is invalid'),
);

/**
 * A card in a request, the inner object of `{"card": {…}}`. Every member is text, and unknown
 * members are refused. It is only validated here: `cardToStore` converts it.
 */
export const NewCard = v.pipe(
  v.strictObject({
    card_number: CardNumber,
    card_type: v.optional(CardType),
    cardholder_name: v.optional(HolderName),
    service_code: v.optional(Cvc),
    expiration_month: Month,
    expiration_year: Year,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || !isCardNumber(dataset.value.card_number)) return;
    const input = dataset.value;
    const { brand, cvcLength } = kindOf(digitsOf(input.card_number));
    const { card_type: named, service_code: code } = input;
    const refuse = (key: 'card_type' | 'service_code', message: string) =>
      addIssue({
        message,
        path: [{ type: 'object', origin: 'value', input, key, value: undefined }],
      });
    const stated = (named !== undefined && brandNamed(named)) || brand;
    if (stated !== brand && !canStandOn(stated, brand)) {
      refuse('card_type', 'does not match the card number');
    }
    if (code !== undefined && /^\d{3,4}$/.test(code) && code.length !== cvcLength) {
      refuse('service_code', 'is invalid');
    }
  }),
);
export type NewCard = v.InferOutput<typeof NewCard>;

/**
 * The card as the vault stores it. Its number and code are in buffers, which the caller erases in
 * `finally` (`erase` of card.ts). The request's strings cannot be erased.
 */
export function cardToStore(card: NewCard): CardToStore {
  const digits = digitsOf(card.card_number);
  const { cardholder_name: holderName, service_code: code, expiration_year: year } = card;
  const brand = brandOf(digits);
  const stated = card.card_type === undefined ? undefined : brandNamed(card.card_type);
  // A number's own brand is a choice only where the card has others.
  const isChosen = stated !== brand || testBrandsOf(digits).length > 0;
  return {
    number: Buffer.from(digits, 'latin1'),
    brand,
    ...(stated && isChosen && { chosenBrand: stated }),
    ...(holderName !== undefined && { holderName }),
    expiryMonth: card.expiration_month.padStart(2, '0'),
    expiryYear: fourDigitYear(year),
    ...(code !== undefined && { cvc: Buffer.from(code, 'latin1') }),
  };
}

/**
 * Parses a card from any source and reports all errors at once. With `refusePast` a past expiry
 * month (UTC) is refused too: people type cards, and systems pass on old ones.
 *
 * @throws VaultError `validation_error` with the fields, and never a value
 */
export function readNewCard(
  input: unknown,
  { now, refusePast }: { readonly now: Date; readonly refusePast: boolean },
): CardToStore {
  const read = v.safeParse(NewCard, input);
  const details = detailsOf(read.issues ?? []);
  const past = refusePast ? pastFieldOf(input, now) : undefined;
  if (past !== undefined) details[past] = [...(details[past] ?? []), 'is in the past'];
  if (!read.success || past !== undefined) throw new VaultError('validation_error', details);
  return cardToStore(read.output);
}

const OnlyCode = v.strictObject({ service_code: Cvc });

/** Whether a request has the service code of a saved card, and no other member. */
export const isOnlyCode = (input: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(input).join() === 'service_code';

/**
 * The service code of a saved card, in a buffer that the caller erases. Three or four digits: the
 * card's brand is not known here.
 *
 * @throws VaultError `validation_error`
 */
export function readCode(input: unknown): Buffer {
  const read = v.safeParse(OnlyCode, input);
  if (!read.success) throw new VaultError('validation_error', detailsOf(read.issues));
  return Buffer.from(read.output.service_code, 'latin1');
}

const Expiry = v.object({ expiration_month: Month, expiration_year: Year });

/** The expiry field that is in the past; undefined when none is, or when the fields are invalid. */
function pastFieldOf(input: unknown, now: Date) {
  const read = v.safeParse(Expiry, input);
  if (!read.success) return undefined;
  const { expiration_month: month, expiration_year: text } = read.output;
  const year = Number(fourDigitYear(text));
  if (year < now.getUTCFullYear()) return 'expiration_year';
  const hasEnded = year === now.getUTCFullYear() && Number(month) < now.getUTCMonth() + 1;
  return hasEnded ? 'expiration_month' : undefined;
}

function detailsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, readonly string[]> {
  // A Map, because a field may have the name of a member that every object has.
  const details = new Map<string, readonly string[]>();
  for (const issue of issues) {
    const field = sayableName(String(issue.path?.at(-1)?.key ?? 'card'));
    const message = sentence(issue);
    const known = details.get(field) ?? [];
    if (!known.includes(message)) details.set(field, [...known, message]);
  }
  return Object.fromEntries(details);
}

/** Only our own messages are repeated: the library's messages may quote the value. */
function sentence({ type, kind, path, received, message }: v.BaseIssue<unknown>): string {
  if (received === 'undefined') return 'is missing';
  if (type === 'strict_object' && path) return 'is not known';
  return kind === 'validation' ? message : 'is invalid';
}
