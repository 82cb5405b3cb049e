import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import { fromDecimal, shorten, toDecimal, toMinorString } from '#vocabulary/amounts.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';
import type { CurrencyTable } from '../interface/currency-table.ts';

/**
 * Amounts as a processor counts them. `minor` is always an integer of our minor units; the
 * processor's amounts have its own decimals. Each method throws a RangeError for an amount that the
 * processor cannot express, or that it cannot have meant, without repeating it.
 */
export interface ProcessorAmounts {
  /** 1250 CLP as 125000, where the processor gives the currency two decimals. */
  toMinor(minor: number, currency: string): number;
  /** 125000 of the processor's as 1250 CLP; an integer, or its digits as text. */
  fromMinor(value: number | string, currency: string): number;
  /** 1250 CLP as `"1250.00"` there. */
  toMajorString(minor: number, currency: string): string;
  /**
   * The number that JSON writes as `1250`. Throws above 15 digits when none has this exact value.
   */
  toMajorNumber(minor: number, currency: string): number;
  /** The shortest text with a decimal: `"1250.0"`. */
  toShortMajorString(minor: number, currency: string): string;
  /** `"1250.00"` or the number 1250 as 1250 CLP. */
  fromMajor(value: string | number, currency: string): number;
}

/** How the processor of this table writes and reads amounts. */
export function amountsAt(table: CurrencyTable): ProcessorAmounts {
  const toMinor = (minor: number, currency: string) => counted(table, minor, currency);
  const digitsOf = (currency: string) => decimalsAt(table, currency);
  const ours = (value: number, currency: string) => {
    const minor = scaled(value, digitsOf(currency), minorUnitDigits(currency));
    if (minor === undefined) throw inexpressible();
    return minor;
  };
  const toMajorString = (minor: number, currency: string) =>
    toDecimal(toMinor(minor, currency), digitsOf(currency));
  const fromMajor = (value: string | number, currency: string) =>
    ours(fromDecimal(String(value), digitsOf(currency)), currency);
  return {
    toMinor,
    fromMinor: (value, currency) => ours(fromDecimal(String(value), 0), currency),
    toMajorString,
    toMajorNumber(minor, currency) {
      const number = Number(toMajorString(minor, currency));
      if (fromMajor(number, currency) !== minor) throw inexpressible();
      return number;
    },
    toShortMajorString: (minor, currency) => shorten(toMajorString(minor, currency)),
    fromMajor,
  };
}

/**
 * Whether the processor of this table can express the amount, in our minor units: not 12.50 of a
 * currency that has no decimals there.
 */
export const canExpress = (table: CurrencyTable, minor: number, currency: string): boolean =>
  expressed(table, minor, currency) !== undefined;

/**
 * The smallest amount of which the processor can express each multiple, in our minor units: 100 of
 * a currency of hundredths that has no decimals there.
 */
export function smallestStep(table: CurrencyTable, currency: string): number {
  const dropped = minorUnitDigits(currency) - decimalsAt(table, currency);
  return 10 ** Math.max(0, dropped + (ownMember(table.zeros, currency) ?? 0));
}

/** The decimals that the processor gives the currency. */
export function decimalsAt({ decimals = {} }: CurrencyTable, currency: string) {
  if (!v.is(Currency, currency)) throw new RangeError('Not a currency.');
  return decimals[currency] ?? minorUnitDigits(currency);
}

/** Our minor units in the processor's. */
function counted(table: CurrencyTable, minor: number, currency: string): number {
  const number = expressed(table, minor, currency);
  if (number === undefined) throw inexpressible();
  return number;
}

/** The processor's number of our minor units; undefined where it has none. */
function expressed(table: CurrencyTable, minor: number, currency: string): number | undefined {
  const number = scaled(minor, minorUnitDigits(currency), decimalsAt(table, currency));
  const zeros = ownMember(table.zeros, currency) ?? 0;
  return number !== undefined && number % 10 ** zeros === 0 ? number : undefined;
}

/**
 * An integer with so many decimals as one with others: digits move, and none but a zero is dropped.
 * Undefined where others would be, or where no number is as large.
 */
function scaled(value: number, from: number, to: number): number | undefined {
  const digits = toMinorString(value).padStart(from - to + 1, '0');
  const kept = to >= from ? `${digits}${'0'.repeat(to - from)}` : digits.slice(0, to - from);
  const dropped = digits.slice(kept.length);
  const number = Number(kept);
  return /[1-9]/.test(dropped) || !Number.isSafeInteger(number) ? undefined : number;
}

const inexpressible = () => new RangeError('Not an amount that the processor can express.');
