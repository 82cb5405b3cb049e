import type { Currency } from './currencies.ts';

/**
 * The number of decimals of an amount in minor units: 6540 is 65.40 EUR, 6540 JPY and 6.540 KWD.
 */
export const minorUnitDigits = (currency: string): number => unusual.get(currency) ?? 2;

/** As clients of the Hyperswitch v1 API count, even where that differs from ISO 4217. */
const unusualDigits = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IRR: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  MGA: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
} as const satisfies Partial<Record<Currency, number>>;
const unusual = new Map<string, number>(Object.entries(unusualDigits));
