import * as v from 'valibot';
import { Currency } from './currencies.ts';
import { minorUnitDigits } from './minor-unit-digits.ts';

/**
 * An amount in the forms in which processors write it. Inside the switch it is an integer of minor
 * units. Nothing here computes with a fraction: digits move within a text, so no amount is rounded.
 * Every function throws a RangeError for a value that is no amount of the currency, without
 * repeating it.
 */

/** 6540 as `"6540"`, in every currency. */
export const toMinorString = (minor: number): string => String(checkedMinor(minor));

/** `"6540"` as 6540. */
export function fromMinorString(value: string): number {
  if (!/^\d{1,20}$/.test(value)) throw noAmount();
  return checkedMinor(Number(value));
}

/** 6540 as `"65.40"` in EUR, `"6540"` in JPY and `"6.540"` in KWD. */
export const toMajorString = (minor: number, currency: string): string =>
  toDecimal(minor, digitsOf(currency));

/** 6540 as `"65.40"` with two decimals. */
export function toDecimal(minor: number, digits: number): string {
  const all = toMinorString(minor).padStart(digits + 1, '0');
  return digits > 0 ? `${all.slice(0, -digits)}.${all.slice(-digits)}` : all;
}

/**
 * `"65.40"` and `"65.4"` as 6540 in EUR. Zeros after the decimals of the currency are accepted,
 * because they change nothing: `"1250.0"` is 1250 in JPY.
 */
export const fromMajorString = (value: string, currency: string): number =>
  fromDecimal(value, digitsOf(currency));

/** `"65.4"` as 6540 with two decimals. */
export function fromDecimal(value: string, digits: number): number {
  const [, whole, decimals = ''] = /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(value) ?? [];
  if (whole === undefined || /[1-9]/.test(decimals.slice(digits))) throw noAmount();
  return fromMinorString(`${whole}${decimals.slice(0, digits).padEnd(digits, '0')}`);
}

/**
 * 6540 as the number that JSON writes as `65.4` in EUR, `6540` in JPY and `6.54` in KWD. Throws
 * above 15 digits when no number has exactly this value.
 */
export function toMajorNumber(minor: number, currency: string): number {
  const number = Number(toMajorString(minor, currency));
  if (fromMajor(number, currency) !== minor) throw noAmount();
  return number;
}

/**
 * A major amount as a processor answers it, text or number: 65.4 and `"65.40"` are 6540 in EUR. The
 * number counts by the digits that it was written with.
 */
export const fromMajor = (value: string | number, currency: string): number =>
  fromMajorString(String(value), currency);

/**
 * 6540 as `"65.4"` in EUR, `"6540.0"` in JPY and `"6.54"` in KWD: the shortest text with a decimal,
 * for processors that write numbers so in a form.
 */
export const toShortMajorString = (minor: number, currency: string): string =>
  shorten(toMajorString(minor, currency));

/** `"65.40"` as `"65.4"`, and `"6540"` as `"6540.0"`. */
export function shorten(decimal: string): string {
  const [whole, decimals = ''] = decimal.split('.');
  return `${whole}.${decimals.replace(/(?<!0)0+$/, '') || '0'}`;
}

function digitsOf(currency: string): number {
  if (!v.is(Currency, currency)) throw new RangeError('Not a currency.');
  return minorUnitDigits(currency);
}

function checkedMinor(minor: number): number {
  if (!Number.isSafeInteger(minor) || minor < 0) throw noAmount();
  return minor;
}

const noAmount = () => new RangeError('Not an amount of this currency.');
