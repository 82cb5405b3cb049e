// Loaded late: only rules about countries compare their names.
import * as v from 'valibot';
import { Country } from '#vocabulary/countries.ts';
import { countryNames } from './country-names.ts';

/**
 * The country as rules name it, from its code, that name, or its everyday name in English, in any
 * case; undefined for anything else.
 */
export function countryNamed(stated: unknown): string | undefined {
  if (typeof stated !== 'string') return undefined;
  const code = stated.toUpperCase();
  return v.is(Country, code) ? countryNames[code] : namesByLetters().get(lettersOf(stated));
}

const lettersOf = (name: string) => name.toUpperCase().replaceAll(/[^A-Z]/g, '');

let names: ReadonlyMap<string, string> | undefined;

function namesByLetters(): ReadonlyMap<string, string> {
  if (names) return names;
  const everyday = new Intl.DisplayNames('en', { type: 'region' });
  names = new Map(
    Country.options.flatMap((code) => [
      [lettersOf(everyday.of(code) ?? code), countryNames[code]] as const,
      [lettersOf(countryNames[code]), countryNames[code]] as const,
    ]),
  );
  return names;
}
