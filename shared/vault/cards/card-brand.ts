import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import { brandOfNumber, networkOf } from '#vocabulary/card-networks/card-networks.ts';
import { Brand } from './card.ts';

/** Names of a brand that merchants may use beside its own name. */
const aliases: Readonly<Record<string, Brand>> = {
  amex: 'american_express',
  'american-express': 'american_express',
  diners: 'diners_club',
  'diners-club': 'diners_club',
};

export interface NumberKind {
  /** `unknown` when the number is in no brand's range. */
  readonly brand: Brand;
  /** Whether the brand has numbers of this length; 12 to 19 digits for an unknown brand. */
  readonly hasLength: boolean;
  /** The length of the brand's card verification codes. */
  readonly cvcLength: 3 | 4;
}

/** The brand, and the valid lengths, that follow from a whole number's digits. */
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
  if (Object.hasOwn(aliases, name)) return ownMember(aliases, name);
  return v.is(Brand, name) ? name : undefined;
}

export const brandOf = brandOfNumber;
