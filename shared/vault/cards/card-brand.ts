import cardValidator from 'card-validator';
import * as v from 'valibot';
import { Brand } from './card.ts';

/** Our names of the brands that the library knows. */
const names: Readonly<Record<string, Brand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  'american-express': 'american_express',
  discover: 'discover',
  'diners-club': 'diners_club',
  jcb: 'jcb',
  unionpay: 'unionpay',
  maestro: 'maestro',
  elo: 'elo',
  mir: 'mir',
  hiper: 'hiper',
  hipercard: 'hipercard',
  verve: 'verve',
  troy: 'troy',
  naranja: 'naranja',
};

/** What merchants may call a brand beside its own name. */
const aliases: Readonly<Record<string, Brand>> = {
  amex: 'american_express',
  'american-express': 'american_express',
  diners: 'diners_club',
  'diners-club': 'diners_club',
};

/** Visa's 13 digits are no longer issued, and still among its published test numbers. */
const lengthsBesides: Readonly<Partial<Record<Brand, readonly number[]>>> = { visa: [13] };

export interface NumberKind {
  /** `unknown` when no range of a brand holds the number. */
  readonly brand: Brand;
  /** Whether a number of this brand may have as many digits; 12 to 19 where it is not known. */
  readonly hasLength: boolean;
  /** How many digits the brand's service codes have. */
  readonly codeLength: 3 | 4;
}

/** What the digits of a whole number, and how many they are, say about it. */
export function kindOf(digits: string): NumberKind {
  // Of a whole number the library finds one brand at most: that of the longest range which holds it.
  const { card } = cardValidator.number(digits, { skipLuhnValidation: true });
  const brand = (card && names[card.type]) ?? 'unknown';
  const { length } = digits;
  const hasLength =
    card && brand !== 'unknown'
      ? card.lengths.includes(length) || (lengthsBesides[brand]?.includes(length) ?? false)
      : length >= 12 && length <= 19;
  return { brand, hasLength, codeLength: brand === 'american_express' ? 4 : 3 };
}

/** A brand by its own name or an alias; undefined for any other text. */
export function brandNamed(name: string): Brand | undefined {
  if (Object.hasOwn(aliases, name)) return aliases[name];
  return v.is(Brand, name) ? name : undefined;
}

/** The brand alone. */
export const brandOf = (digits: string): Brand => kindOf(digits).brand;
