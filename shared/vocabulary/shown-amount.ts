import * as v from 'valibot';
import { Currency } from './currencies.ts';
import { minorUnitDigits } from './minor-unit-digits.ts';

/**
 * 2599 minor units as `€25.99`, in the format of the locale, or of English for an invalid locale.
 */
export function shownAmount(amountMinor: number, currency: string, locale: string): string {
  const digits = minorUnitDigits(v.parse(Currency, currency));
  return new Intl.NumberFormat(knownLocale(locale), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 10 ** digits);
}

/** The locale if numbers can be written for it, else English. */
export function knownLocale(locale: string): string {
  const [known = 'en'] = Intl.NumberFormat.supportedLocalesOf(isLocale(locale) ? [locale] : []);
  return known;
}

const isLocale = (locale: string) => /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(locale);
