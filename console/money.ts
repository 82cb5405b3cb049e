import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';

/** An amount in its currency, as people write it. */
export function money(minor: number, currency: string): string {
  try {
    const digits = minorUnitDigits(currency);
    return new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(minor / 10 ** digits);
  } catch {
    return `${minor} ${currency}`;
  }
}
