import * as fc from 'fast-check';
import { decimalText, multiply, parseDecimal, reciprocal } from '#operator/forex/decimal.ts';
import { completeRates, convert } from '#operator/forex/exchange-rates.ts';
import type { Currency } from '#vocabulary/currencies.ts';

const rates = completeRates({
  base_currency: 'USD',
  conversion: {
    EUR: { to_factor: '0.92', from_factor: '1.08' },
    INR: { to_factor: '82.3173', from_factor: '0.01214' },
    JPY: { to_factor: '150' },
    KWD: { to_factor: '0.3' },
  },
});

it.each<[Currency, Currency, number, string]>([
  ['USD', 'EUR', 6_540, '60.1680'],
  ['EUR', 'USD', 6_540, '70.6320'],
  // By way of the base currency, with the decimals of all three.
  ['EUR', 'INR', 100, '88.90268400'],
  ['INR', 'USD', 2_000, '0.2428000'],
  ['JPY', 'USD', 1_500, '10.0000000000000000000000000500'],
  ['USD', 'JPY', 1, '1.50'],
  ['USD', 'KWD', 100, '0.300'],
  ['KWD', 'EUR', 1_000, '3.0666666666666666666666666666'],
  ['EUR', 'EUR', 2_000, '20.00'],
  ['JPY', 'JPY', 2_000, '2000'],
  ['KWD', 'KWD', 1_234, '1.234'],
  ['USD', 'EUR', -6_540, '-60.1680'],
  ['USD', 'EUR', 0, '0.0000'],
  ['USD', 'EUR', Number.MAX_SAFE_INTEGER, '82866233143617.1172'],
])('an amount converted from %s to %s is exact: %d is %s', (from, to, amount, converted) => {
  expect(convert(rates, amount, from, to)).toBe(converted);
});

it('an amount in a currency without a rate is refused, but in the same currency it stays', () => {
  for (const [from, to] of [
    ['GBP', 'USD'],
    ['EUR', 'GBP'],
  ] as const) {
    expect(() => convert(rates, 1, from, to)).toThrow(
      expect.objectContaining({ kind: 'invalid_request' }),
    );
  }
  expect(convert(rates, 100, 'GBP', 'GBP')).toBe('1.00');
});

it('a product of decimals is exact up to 28 decimals, and rounds a half to the even digit', () => {
  const product = (one: string, other: string) =>
    decimalText(multiply(parseDecimal(one), parseDecimal(other)));
  expect(product('0.1', '0.2')).toBe('0.02');
  expect(product(`0.${'0'.repeat(27)}5`, '0.1')).toBe(`0.${'0'.repeat(28)}`);
  expect(product(`0.${'0'.repeat(26)}15`, '0.1')).toBe(`0.${'0'.repeat(27)}2`);
  fc.assert(
    fc.property(fc.integer(), fc.nat({ max: 10 }), fc.integer(), (one, scale, other) => {
      const { digits, scale: both } = multiply(
        { digits: BigInt(one), scale },
        { digits: BigInt(other), scale: 2 },
      );
      expect([digits, both]).toEqual([BigInt(one) * BigInt(other), scale + 2]);
    }),
  );
});

it.each([
  ['4', '0.25'],
  ['3', '0.3333333333333333333333333333'],
  ['0.92', '1.0869565217391304347826086957'],
  ['25000', '0.00004'],
  ['0.0001', '10000'],
])('one divided by %s is %s', (factor, expected) => {
  expect(decimalText(reciprocal(parseDecimal(factor)))).toBe(expected);
});
