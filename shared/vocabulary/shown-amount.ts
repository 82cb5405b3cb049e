import * as v from 'valibot';
import { Currency } from './currencies.ts';
import { knownLocale } from './known-locale.ts';
import { minorUnitDigits } from './minor-unit-digits.ts';

/** 2599 minor units as `€25.99`, in the format of the locale. */
export function shownAmount(amountMinor: number, currency: string, locale: string): string {
  const digits = minorUnitDigits(v.parse(Currency, currency));
  return new Intl.NumberFormat(knownLocale(locale), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 10 ** digits);
}
