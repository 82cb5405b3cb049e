import * as v from 'valibot';
import { maskCardNumbers } from '#platform/card-numbers/card-number-inside.ts';
import { hasValidCheckDigit } from '#platform/card-numbers/check-digit.ts';
import { withoutSpace } from '#platform/card-numbers/without-space.ts';
import { SwitchError } from '#platform/errors.ts';
import { given } from '#platform/schema.ts';
import { fourDigitYear } from '#vault/cards/expiry.ts';
import { looksLikePan } from '#vault/cards/looks-like-pan.ts';
import { cardNetworkOf } from '#vocabulary/card-networks/card-networks.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';

/** A card number: 8 to 19 digits with a valid check digit. White space is removed. */
export const CardNumber = v.pipe(
  v.string(),
  v.transform(withoutSpace),
  v.regex(/^\d*$/, 'invalid character found in card number'),
  v.minLength(8, 'invalid card number length'),
  v.maxLength(19, 'invalid card number length'),
  v.check((value) => isFictitious(value) || hasValidCheckDigit(value), 'card number invalid'),
);

/** Digits that are typed beside a card number. White space is removed. */
export const TypedDigits = v.pipe(v.string(), v.transform(withoutSpace));

/**
 * A text about a card, such as its holder's name, stored and shown in clear. It is not validated,
 * so a text that looks like a card number is masked to its last four digits.
 */
export const CardWords = v.pipe(
  v.string(),
  v.transform((value) => (looksLikePan.test(value) ? maskedNumber(value) : maskCardNumbers(value))),
);

/** A card as the customer typed it. It lives in memory only: never log it, never store it. */
export const CardData = v.object({
  card_number: CardNumber,
  card_exp_month: TypedDigits,
  card_exp_year: TypedDigits,
  card_cvc: TypedDigits,
  card_holder_name: given(CardWords),
  card_issuer: given(CardWords),
  card_network: given(CardNetwork),
  card_type: given(CardWords),
  card_issuing_country: given(CardWords),
  card_issuing_country_code: given(CardWords),
  bank_code: given(CardWords),
  nick_name: given(CardWords),
});
export type CardData = v.InferOutput<typeof CardData>;

/**
 * Checks a card's cvc and expiry.
 *
 * @throws SwitchError `precondition_failed` or `invalid_value`
 */
export function checkCard(
  card: Pick<CardData, 'card_cvc' | 'card_exp_month' | 'card_exp_year'>,
  now: Date,
): void {
  checkCode(card.card_cvc);
  checkExpiry(card, now);
}

/**
 * Checks the form of a cvc.
 *
 * @throws SwitchError `precondition_failed` or `invalid_value`
 */
export function checkCode(code: string): void {
  if (code.length < 3 || code.length > 4) refuse('Invalid card_cvc length');
  if (!isNumeric(code)) throw new SwitchError('invalid_value', { field: 'card_cvc' });
}

/**
 * Checks that an expiry is valid and not past.
 *
 * @throws SwitchError `precondition_failed` or `invalid_value`
 */
export function checkExpiry(
  card: Pick<CardData, 'card_exp_month' | 'card_exp_year'>,
  now: Date,
): void {
  const { card_exp_month: month } = card;
  if (!isNumeric(month) || month.length > 2) {
    throw new SwitchError('invalid_value', { field: 'card_exp_month' });
  }
  if (Number(month) < 1 || Number(month) > 12) refuse('Invalid Expiry Month');

  const year = fourDigitYear(card.card_exp_year);
  // No card has more digits, and no processor accepts them.
  if (!isNumeric(year) || year.length > 4) {
    throw new SwitchError('invalid_value', { field: 'card_exp_year' });
  }
  if (Number(year) < now.getUTCFullYear()) refuse('Invalid Expiry Year');

  // Date.UTC counts months from zero, so this is the first instant after the expiry month.
  const firstInvalidMs = Date.UTC(Number(year), Number(month), 1);
  if (firstInvalidMs <= now.getTime()) refuse('Card Expired');
}

/** The type of payment method that a card's own type names: `credit`, `debit` or unknown. */
export function cardMethodType(type: string | null | undefined): 'credit' | 'debit' | undefined {
  const word = type?.toLowerCase();
  return word === 'credit' || word === 'debit' ? word : undefined;
}

/** A card as responses may show it and as it may be stored. */
export const DescribedCard = v.object({
  last4: v.nullable(v.string()),
  card_type: v.nullable(v.string()),
  card_network: v.nullable(CardNetwork),
  card_issuer: v.nullable(v.string()),
  card_issuing_country: v.nullable(v.string()),
  card_isin: v.nullable(v.string()),
  card_extended_bin: v.nullable(v.string()),
  card_exp_month: v.nullable(v.string()),
  card_exp_year: v.nullable(v.string()),
  card_holder_name: v.nullable(v.string()),
  payment_checks: v.nullable(v.unknown()),
  authentication_data: v.nullable(v.unknown()),
  auth_code: v.nullable(v.string()),
});
export type DescribedCard = v.InferOutput<typeof DescribedCard>;

/**
 * The card without its number and cvc.
 *
 * Short numbers show fewer digits. With the first and the last digits shown, so few would be
 * unknown that the check digit could reveal them.
 */
export function describeCard(
  card: Omit<CardData, 'card_cvc'>,
  { extendedBin = false }: { readonly extendedBin?: boolean } = {},
): DescribedCard {
  const { card_number: number } = card;
  return {
    last4: lastFour(number),
    card_type: card.card_type ?? null,
    card_network: card.card_network ?? cardNetworkOf(number),
    card_issuer: card.card_issuer ?? null,
    card_issuing_country: card.card_issuing_country ?? null,
    card_isin: firstSix(number),
    card_extended_bin: extendedBin && number.length >= 16 ? number.slice(0, 8) : null,
    card_exp_month: card.card_exp_month,
    card_exp_year: card.card_exp_year,
    card_holder_name: card.card_holder_name ?? null,
    payment_checks: null,
    authentication_data: null,
    auth_code: null,
  };
}

/** The last four digits of a number, which may be shown. */
export const lastFour = (number: string) => number.slice(-4);

/** The first six digits of a number, unless too few of its digits would stay hidden. */
export const firstSix = (number: string) => (number.length >= 13 ? number.slice(0, 6) : null);

/**
 * Test numbers of processors that fail the check digit or that no issuer has. No bank can issue
 * them, so a live processor declines them, and refusing them here would protect no customer.
 */
const isFictitious = (number: string) =>
  ['4000100511112003', '6000100611111203', '3000100811111072', '9000100111111111'].includes(number);

const isNumeric = (value: string) => /^\d+$/.test(value);

const refuse = (message: string): never => {
  throw new SwitchError('precondition_failed', { message });
};

/** Masks all but the last four characters; everything when the value is as short as a code. */
export const maskedNumber = (value: string) =>
  value.length >= 8 ? `****${value.slice(-4)}` : '****';

/** Like `maskedNumber`, for values that may be absent. */
export const maskedIfGiven = (value: string | null | undefined) =>
  typeof value === 'string' ? maskedNumber(value) : null;
