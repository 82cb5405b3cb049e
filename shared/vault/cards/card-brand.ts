import * as v from 'valibot';
import { brandOfNumber, networkOf } from '../../card-networks/card-networks.part.ts';
import { Brand } from './card.ts';

/** What merchants may call a brand beside its own name. */
const aliases: Readonly<Record<string, Brand>> = {
  amex: 'american_express',
  'american-express': 'american_express',
  diners: 'diners_club',
  'diners-club': 'diners_club',
};

export interface NumberKind {
  /** `unknown` when no range of a brand holds the number. */
  readonly brand: Brand;
  /** Whether a number of this brand may have as many digits; 12 to 19 where it is not known. */
  readonly hasLength: boolean;
  /** How many digits the brand's card verification codes have. */
  readonly cvcLength: 3 | 4;
}

/** What the digits of a whole number, and how many they are, say about it. */
export function kindOf(digits: string): NumberKind {
  const known = networkOf(digits);
  const { length } = digits;
  return {
    brand: known?.brand ?? 'unknown',
    hasLength: known ? known.lengths.includes(length) : length >= 12 && length <= 19,
    cvcLength: known?.cvcDigits === 4 ? 4 : 3,
  };
}

/** A brand by its own name or an alias; undefined for any other text. */
export function brandNamed(name: string): Brand | undefined {
  if (Object.hasOwn(aliases, name)) return aliases[name];
  return v.is(Brand, name) ? name : undefined;
}

/** The brand alone. */
export const brandOf = brandOfNumber;
