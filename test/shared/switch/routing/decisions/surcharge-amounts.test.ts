import fc from 'fast-check';
import { surchargeOn } from '#switch/routing/decisions/decide.ts';

const rate = (percentage: number, tax?: number) => ({
  surcharge: { type: 'rate' as const, value: { percentage } },
  ...(tax !== undefined && { tax_on_surcharge: { percentage: tax } }),
});

describe('a surcharge', () => {
  it.each([
    ['a share without a remainder', 10_000, rate(2.5), { surcharge_amount: 250 }],
    ['a share with a remainder, rounded up', 6_541, rate(1.5), { surcharge_amount: 99 }],
    ['the smallest share of the smallest amount', 1, rate(0.01), { surcharge_amount: 1 }],
    ['a percentage that no binary fraction has', 100, rate(1.15), { surcharge_amount: 2 }],
    ['the same of a large amount', 1_000_000, rate(1.15), { surcharge_amount: 11_500 }],
    ['nothing at 0 percent', 999_999_999, rate(0), { surcharge_amount: 0 }],
    ['the largest amount once more', 999_999_999, rate(100), { surcharge_amount: 999_999_999 }],
    ['a tax, rounded up', 10_000, rate(2.5, 7), { surcharge_amount: 250, tax_amount: 18 }],
    [
      'an amount of its own',
      6_540,
      { surcharge: { type: 'fixed' as const, value: { amount: 120 } } },
      { surcharge_amount: 120 },
    ],
    [
      'an amount of its own with a tax',
      6_540,
      {
        surcharge: { type: 'fixed' as const, value: { amount: 120 } },
        tax_on_surcharge: { percentage: 1.5 },
      },
      { surcharge_amount: 120, tax_amount: 2 },
    ],
  ])('a surcharge is %s', (_, amount, rule, expected) => {
    expect(surchargeOn(amount, rule)).toEqual(expected);
  });

  it('a surcharge is never less than its share, and less than one unit more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: 0, max: 10_000 }),
        (amount, parts) => {
          const { surcharge_amount } = surchargeOn(amount, rate(parts / 100));
          const exact = BigInt(amount) * BigInt(parts);
          const charged = BigInt(surcharge_amount) * 10_000n;
          expect(charged >= exact && charged - exact < 10_000n).toBe(true);
        },
      ),
    );
  });
});
