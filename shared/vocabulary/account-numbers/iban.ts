import { ownMember } from '#platform/own-member.ts';
import { mod97 } from './mod-97.ts';

/**
 * The number of characters by country.
 *
 * @see https://www.swift.com/standards/data-standards/iban-international-bank-account-number
 */
// biome-ignore format: countries read better in rows.
const lengths: Readonly<Record<string, number>> = {
  AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BI: 27, BR: 29, BY: 28,
  CH: 21, CR: 22, CY: 28, CZ: 24, DE: 22, DJ: 27, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18,
  FK: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27, GT: 28, HN: 28, HR: 21, HU: 28,
  IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LC: 32, LI: 21, LT: 20,
  LU: 20, LV: 21, LY: 25, MC: 27, MD: 24, ME: 22, MK: 19, MN: 20, MR: 27, MT: 31, MU: 30, NI: 28,
  NL: 18, NO: 15, OM: 23, PK: 24, PL: 28, PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, RU: 33, SA: 24,
  SC: 31, SD: 18, SE: 24, SI: 19, SK: 24, SM: 27, SO: 23, ST: 25, SV: 28, TL: 23, TN: 24, TR: 26,
  UA: 29, VA: 22, VG: 24, XK: 20, YE: 30,
};

export type IbanFlaw =
  /** It does not begin with two letters. */
  | { readonly kind: 'country' }
  /** The country's IBANs have another number of characters. */
  | { readonly kind: 'length'; readonly country: string; readonly length: number }
  | { readonly kind: 'check digits' };

/**
 * The reason why a text is no IBAN; undefined for an IBAN. Countries outside the registry use IBANs
 * too, so of theirs only the check digits are known.
 *
 * @param iban without spaces, in capital letters
 * @see https://www.iso.org/standard/81090.html
 */
export function ibanFlaw(iban: string): IbanFlaw | undefined {
  const country = iban.slice(0, 2);
  if (!/^[A-Z]{2}/.test(country)) return { kind: 'country' };
  const length = ownMember(lengths, country);
  if (length !== undefined && iban.length !== length) return { kind: 'length', country, length };
  const isRight =
    /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban) && mod97(iban.slice(4) + iban.slice(0, 4)) === 1;
  return isRight ? undefined : { kind: 'check digits' };
}
