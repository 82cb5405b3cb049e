import fc from 'fast-check';
import {
  fromMajor,
  fromMajorString,
  fromMinorString,
  toMajorNumber,
  toMajorString,
  toMinorString,
  toShortMajorString,
} from '#vocabulary/amounts.ts';
import { Currency } from '#vocabulary/currencies.ts';

const anyCurrency = fc.constantFrom(...Currency.options);
const anyAmount = fc.maxSafeNat();

it.each([
  [6540, 'EUR', '6540', '65.40', 65.4],
  [6540, 'JPY', '6540', '6540', 6540],
  [6540, 'KWD', '6540', '6.540', 6.54],
  [6540, 'CLF', '6540', '0.6540', 0.654],
  [5, 'EUR', '5', '0.05', 0.05],
  [0, 'KWD', '0', '0.000', 0],
  [9_007_199_254_740_991, 'VND', '9007199254740991', '9007199254740991', 9007199254740991],
] as const)(
  'an amount of %d minor units of %s is written as %s, %s and %d',
  (minor, currency, ...forms) => {
    expect([
      toMinorString(minor),
      toMajorString(minor, currency),
      toMajorNumber(minor, currency),
    ]).toEqual(forms);
  },
);

it.each([
  [6540, 'EUR', '65.4'],
  [6540, 'JPY', '6540.0'],
  [6540, 'KWD', '6.54'],
  [0, 'KWD', '0.0'],
])('an amount of %d minor units of %s is written as the short text %s', (minor, currency, text) => {
  expect(toShortMajorString(minor, currency)).toBe(text);
});

it('an amount of every currency is read back as it was written', () => {
  fc.assert(
    fc.property(anyAmount, anyCurrency, (minor, currency) => {
      expect(fromMinorString(toMinorString(minor))).toBe(minor);
      expect(fromMajorString(toMajorString(minor, currency), currency)).toBe(minor);
      expect(fromMajor(toShortMajorString(minor, currency), currency)).toBe(minor);
    }),
  );
});

it('an amount up to 15 digits is read back from the JSON of its number', () => {
  fc.assert(
    fc.property(fc.nat({ max: 999_999_999_999_999 }), anyCurrency, (minor, currency) => {
      const json = JSON.stringify(toMajorNumber(minor, currency));
      expect(fromMajor(JSON.parse(json), currency)).toBe(minor);
    }),
  );
});

it('an amount is written as an exact number, or not at all', () => {
  fc.assert(
    fc.property(anyAmount, anyCurrency, (minor, currency) => {
      let number: number;
      try {
        number = toMajorNumber(minor, currency);
      } catch {
        return expect(minor).toBeGreaterThan(999_999_999_999_999);
      }
      expect(fromMajor(number, currency)).toBe(minor);
    }),
  );
  expect(() => toMajorNumber(Number.MAX_SAFE_INTEGER, 'EUR')).toThrow(RangeError);
});

it.each([
  ['more decimals than the currency has', '65.401', 'EUR'],
  ['a decimal of a currency without decimals', '6540.5', 'JPY'],
  ['a sign', '-65.40', 'EUR'],
  ['a plus sign', '+65.40', 'EUR'],
  ['an exponent', '6.54e1', 'EUR'],
  ['a comma', '65,40', 'EUR'],
  ['a thousands separator', '6,540.00', 'EUR'],
  ['blanks', ' 65.40', 'EUR'],
  ['a line end', '65.40\n', 'EUR'],
  ['no digits before the point', '.40', 'EUR'],
  ['no digits after the point', '65.', 'EUR'],
  ['nothing', '', 'EUR'],
  ['digits of another script', '٦٥', 'EUR'],
  ['an amount above the safe integers', '90071992547409.92', 'EUR'],
  ['a very long amount', '1'.repeat(400), 'EUR'],
  ['a negative number', -65.4, 'EUR'],
  ['a number that JavaScript writes with an exponent', 1e21, 'JPY'],
  ['a tiny number', 1e-7, 'EUR'],
  ['a sum that is no amount', 0.1 + 0.2, 'EUR'],
  ['no number', Number.NaN, 'EUR'],
  ['infinity', Number.POSITIVE_INFINITY, 'EUR'],
  ['a currency that does not exist', '65.40', 'EUX'],
  ['a currency in small letters', '65.40', 'eur'],
])('an amount %s is refused, and quoted nowhere', (_, value, currency) => {
  expect(() => fromMajor(value, currency)).toThrow(/^Not an? (amount of this )?currency\.$/);
});

it('an amount whose decimals are only zeros is read', () => {
  expect(fromMajor('1250.0', 'JPY')).toBe(1250);
  expect(fromMajor('65.4000', 'EUR')).toBe(6540);
});

it.each([-1, 0.5, Number.NaN, 2 ** 53])('an amount of %d minor units is refused', (minor) => {
  expect(() => toMinorString(minor)).toThrow(RangeError);
  expect(() => toMajorString(minor, 'EUR')).toThrow(RangeError);
  expect(() => toMajorNumber(minor, 'EUR')).toThrow(RangeError);
});

it.each(['', '-1', '1.0', '1e3', '9007199254740993', '0x10'])(
  'an amount of %j is refused as minor units',
  (text) => {
    expect(() => fromMinorString(text)).toThrow(RangeError);
  },
);
