import { asciiDigits } from '#platform/card-numbers/ascii-digits.ts';
import { hasValidCheckDigit } from '#platform/card-numbers/check-digit.ts';
import { rangeOf } from '#platform/card-numbers/number-ranges.ts';
import { localBrands } from '#vocabulary/card-networks/card-networks.ts';
import { canStandOn } from '#vocabulary/card-networks/co-badged.ts';
import type { Grouping } from './digit-groups.ts';

/** The errors of a field, in the words of the vault's API. */
export type Flaw = 'is missing' | 'is invalid' | 'is in the past' | 'is not accepted';

/** The merchant's options for the form. */
export interface FormRules {
  /** The accepted card types in the vault's words; absent for every type. */
  readonly only: readonly string[] | undefined;
  readonly except: readonly string[] | undefined;
  /** The default of a card with several of them, the first before the others. */
  readonly preferred?: readonly string[] | undefined;
  readonly cvc: Presence;
  readonly cardholderName: Presence;
  /** Whether the form has only the field of the code, for a saved card. */
  readonly onlyCode?: boolean;
}
export type Presence = 'required' | 'optional' | 'hidden';

/** A card as typed into the form: number and code as digits only, the expiry as typed. */
export interface TypedCard {
  readonly number: string;
  readonly name: string;
  readonly expiry: string;
  readonly code: string;
  /** The brands of a card that has several; empty or absent for one. */
  readonly brands?: readonly string[];
  /** The brand that was chosen among them. */
  readonly chosenBrand?: string | undefined;
}

/** Errors by the field's name in the vault's API. */
export type Flaws = Readonly<Partial<Record<FieldName, Flaw>>>;
export const fieldNames = [
  'card_number',
  'cardholder_name',
  'expiration_month',
  'expiration_year',
  'service_code',
] as const;
export type FieldName = (typeof fieldNames)[number];

/** The brand that the typed digits determine; undefined while several are possible. */
export interface KnownBrand {
  /** In the vault's words: `american_express`. */
  readonly type: string;
  /** As people write it: `American Express`. */
  readonly name: string;
  readonly gaps: readonly number[];
  readonly cvcDigits: number;
  readonly lengths: readonly number[];
}

export function brandOf(digits: string): KnownBrand | undefined {
  const known = rangeOf(digits);
  // The page has no use for the API's names of networks.
  return known && { ...known, type: known.type.replace('-', '_') };
}

/** The first digits of a network's cards, as far as the length of their code depends on them. */
export const startOf = (types: readonly string[] | undefined): string =>
  types === undefined ? '' : types[0] === 'american_express' ? '37' : '42';

const maxDigitsOf = (brand: KnownBrand | undefined) => Math.max(...(brand?.lengths ?? [19]));

export function numberGrouping(digits: string): Grouping {
  const brand = brandOf(digits);
  return {
    // The published gaps are those of the usual length: digits beyond the sixteenth are a group.
    gaps: [...(brand?.gaps ?? [4, 8, 12]), 16],
    separator: ' ',
    maxDigits: maxDigitsOf(brand),
  };
}

/** `MM / YY`, or four digits of the year when it begins with the century. */
export const expiryGrouping = (digits: string): Grouping => ({
  gaps: [2],
  separator: ' / ',
  maxDigits: digits.slice(2, 4) === '20' ? 6 : 4,
});

/** A month gets its second digit where only one can be meant: `8` is `08`, and `1/` is `01/`. */
export const withWholeMonth = (typed: string): string =>
  typed.replace(/^([2-9]|1(?=\s*[/／]))/, '0$1');

/** The errors of the typed card; empty when there are none. The vault checks all of it again. */
export function flawsOf(card: TypedCard, rules: FormRules, today: Date): Flaws {
  if (rules.onlyCode) return only('service_code', cvcFlaw(card.code, card.number, rules.cvc)) ?? {};
  const flaws: Partial<Record<FieldName, Flaw>> = {
    ...only('card_number', numberFlaw(card, rules)),
    ...expiryFlaws(card.expiry, today),
    ...only('cardholder_name', nameFlaw(card.name, rules.cardholderName)),
    ...only(
      'service_code',
      cvcFlaw(card.code, card.number, cvcPresence(card.chosenBrand, rules.cvc)),
    ),
  };
  return flaws;
}

const only = (name: FieldName, flaw: Flaw | undefined) => flaw && { [name]: flaw };

/** The brands of a card that a merchant accepts, in the card's order. */
export const acceptedBrands = (
  brands: readonly string[],
  { only, except }: Pick<FormRules, 'only' | 'except'>,
): readonly string[] =>
  brands.filter((brand) => (only ? only.includes(brand) : !except?.includes(brand)));

/** The default among the brands of a card: the merchant's, else the first of the card's range. */
export const defaultBrand = (
  brands: readonly string[],
  { preferred = [] }: Pick<FormRules, 'preferred'>,
): string | undefined => preferred.find((brand) => brands.includes(brand)) ?? brands[0];

/** Bancontact's cards have no service code, so the form requires none. */
export const cvcPresence = (brand: string | undefined, presence: Presence): Presence =>
  brand === 'bancontact' && presence === 'required' ? 'optional' : presence;

function numberFlaw({ number, brands = [] }: TypedCard, rules: FormRules): Flaw | undefined {
  if (number === '') return 'is missing';
  const brand = brandOf(number);
  const type = brand?.type ?? 'unknown';
  // Reported as early as possible, before the customer types the whole number.
  const isAccepted = acceptedBrands(brands.length > 0 ? brands : [type], rules).length > 0;
  // A local brand shows late: its range has more digits than the other brand of the card.
  const mayBeLocal =
    !isNumberComplete(number) &&
    acceptedBrands(localBrands(), rules).some((one) => canStandOn(one, type));
  if (!isAccepted && !mayBeLocal && (brand || number.length >= 12)) return 'is not accepted';
  return isWholeNumber(number) ? undefined : 'is invalid';
}

/** For an unknown brand only the check digit can be checked; for UnionPay only the length. */
function isWholeNumber(number: string): boolean {
  const brand = brandOf(number);
  const isLong = brand ? brand.lengths.includes(number.length) : /^\d{12,19}$/.test(number);
  // The check digit of sixteen zeros is right.
  const isOneDigit = /^(\d)\1*$/.test(number);
  return isLong && !isOneDigit && (brand?.type === 'unionpay' || hasValidCheckDigit(number));
}

/** Whether the number is complete: then an error may be shown while the customer types. */
export const isNumberComplete = (number: string): boolean =>
  number.length >= maxDigitsOf(brandOf(number)) || isWholeNumber(number);

/** Month and year in the vault's form; undefined for an incomplete expiry. */
export function expiryOf(text: string): { month: string; year: string } | undefined {
  const [, month, year] = /^\s*(\d{1,2})\s*[/／]\s*(\d{2}|\d{4})\s*$/.exec(asciiDigits(text)) ?? [];
  if (month === undefined || year === undefined) return undefined;
  return {
    month: month.padStart(2, '0'),
    year: year.length === 2 ? `20${year}` : year,
  };
}

/** No card is valid for longer: a later year of two digits is one of the last century. */
const maxYears = 50;

function expiryFlaws(text: string, today: Date): Flaws {
  if (text.trim() === '') return { expiration_month: 'is missing', expiration_year: 'is missing' };
  const expiry = expiryOf(text);
  if (!expiry) return { expiration_year: 'is invalid' };
  const month = Number(expiry.month);
  if (month < 1 || month > 12) return { expiration_month: 'is invalid' };
  // A card is valid until its month has ended, by the vault's clock (UTC).
  const year = Number(expiry.year);
  const yearsLeft = year - today.getUTCFullYear();
  if (yearsLeft > maxYears && /\d{4}\s*$/.test(text)) return { expiration_year: 'is invalid' };
  if (yearsLeft < 0 || yearsLeft > maxYears) return { expiration_year: 'is in the past' };
  const hasEnded = year === today.getUTCFullYear() && month < today.getUTCMonth() + 1;
  return hasEnded ? { expiration_month: 'is in the past' } : {};
}

/** Why a field is invalid, for the customer; the vault's API has only `is invalid`. */
export type Reason =
  | 'incompleteNumber'
  | 'numberAsName'
  | 'noSuchMonth'
  | 'threeDigits'
  | 'fourDigits';

/** The reason for which each field would be invalid. Only `flawsOf` decides whether it is. */
export function reasonsOf({
  number,
  name,
  expiry,
}: TypedCard): Readonly<Partial<Record<FieldName, Reason>>> {
  const brand = brandOf(number);
  const isIncomplete = brand
    ? number.length < maxDigitsOf(brand) && !brand.lengths.includes(number.length)
    : number.length < 12;
  return {
    ...(isIncomplete && { card_number: 'incompleteNumber' }),
    ...(isNumberAsName(name) && { cardholder_name: 'numberAsName' }),
    ...(expiryOf(expiry) && { expiration_month: 'noSuchMonth' }),
    ...(brand && { service_code: brand.cvcDigits === 4 ? 'fourDigits' : 'threeDigits' }),
  };
}

function nameFlaw(name: string, presence: Presence): Flaw | undefined {
  if (presence === 'hidden') return undefined;
  if (name.trim() === '') return presence === 'required' ? 'is missing' : undefined;
  return isNumberAsName(name) || name.length > 255 || /\p{Cc}/u.test(name)
    ? 'is invalid'
    : undefined;
}

/** A number that the customer typed into the wrong field must not be stored as a name. */
const isNumberAsName = (name: string) => /\p{Nd}{12}/u.test(name.replace(/[\s-]/g, ''));

function cvcFlaw(code: string, number: string, presence: Presence): Flaw | undefined {
  if (presence === 'hidden') return undefined;
  if (code === '') return presence === 'required' ? 'is missing' : undefined;
  const digits = brandOf(number)?.cvcDigits;
  const isRight = digits === undefined ? /^\d{3,4}$/.test(code) : code.length === digits;
  return isRight ? undefined : 'is invalid';
}
