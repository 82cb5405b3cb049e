import fc from 'fast-check';
import { amountsAt, canExpress } from '#connectors/formats/processor-amounts.ts';
import { Currency } from '#vocabulary/currencies.ts';

/** A processor that counts some currencies otherwise. */
const table = {
  source: 'https://processor.example/currencies',
  listed: Currency.options,
  decimals: { CLP: 2, IDR: 0, ISK: 2, KWD: 3 },
  zeros: { CLP: 2, KWD: 1 },
};
const amounts = amountsAt(table);

it.each([
  [1250, 'EUR', 1250, '12.50', 12.5],
  [1250, 'CLP', 125_000, '1250.00', 1250],
  [1200, 'IDR', 12, '12', 12],
  [1250, 'ISK', 1250, '12.50', 12.5],
  [1250, 'KWD', 1250, '1.250', 1.25],
  [0, 'IDR', 0, '0', 0],
] as const)(
  'an amount of %d minor units of %s is written as %d, %s and %d there',
  (minor, currency, theirs, text, number) => {
    expect([
      amounts.toMinor(minor, currency),
      amounts.toMajorString(minor, currency),
      amounts.toMajorNumber(minor, currency),
    ]).toEqual([theirs, text, number]);
    expect(amounts.fromMinor(theirs, currency)).toBe(minor);
    expect(amounts.fromMajor(text, currency)).toBe(minor);
  },
);

it.each([
  [1250, 'IDR'],
  [1, 'IDR'],
  [1251, 'KWD'],
  [Number.MAX_SAFE_INTEGER, 'CLP'],
])(
  'an amount of %d minor units of %s, which the processor cannot express, is not written',
  (minor, currency) => {
    expect(canExpress(table, minor, currency)).toBe(false);
    expect(() => amounts.toMinor(minor, currency)).toThrow(RangeError);
    expect(() => amounts.toMajorString(minor, currency)).toThrow(RangeError);
  },
);

it('an amount of a currency without hundredths is not read with any', () => {
  expect(() => amounts.fromMinor(125_001, 'CLP')).toThrow(RangeError);
  expect(() => amounts.fromMajor('1250.01', 'CLP')).toThrow(RangeError);
});

it('an amount in an unknown currency is not written', () => {
  expect(() => amounts.toMinor(1250, 'EURO')).toThrow(RangeError);
  expect(() => amounts.fromMajor('12.50', 'eur')).toThrow(RangeError);
});

it('every amount that the processor can express is read back as it was written', () => {
  const anyAmount = fc.nat({ max: 99_999_999_999 }).map((one) => one * 1000);
  fc.assert(
    fc.property(anyAmount, fc.constantFrom(...Currency.options), (minor, currency) => {
      expect(canExpress(table, minor, currency)).toBe(true);
      expect(amounts.fromMinor(amounts.toMinor(minor, currency), currency)).toBe(minor);
      expect(amounts.fromMajor(amounts.toMajorString(minor, currency), currency)).toBe(minor);
      expect(amounts.fromMajor(amounts.toShortMajorString(minor, currency), currency)).toBe(minor);
    }),
  );
});
