import type { MethodOrder } from '#switch/checkout/method-order.ts';
import { inPayersOrder } from '#switch/checkout/payers-order.ts';
import { usedMethods } from '#switch/routing/dynamic/used-methods.ts';
import { commonMethods } from '#vocabulary/common-methods.ts';
import { Country } from '#vocabulary/countries.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { isInUse } from '#vocabulary/method-markets.ts';

const now = new Date('2026-03-31T12:00:00Z');
const minutesAgo = (days: number) => now.getTime() / 60_000 - days * 1_440;

const order = (changes: Partial<MethodOrder>): MethodOrder => ({
  stated: [],
  currency: 'ISK',
  billingCountry: undefined,
  networkCountry: undefined,
  languageCountry: undefined,
  used: new Map(),
  ...changes,
});
const methods = (['mifinity', 'paypal', 'skrill', 'apple_pay'] as const).map((type) => ({
  id: `wallet.${type}`,
  method: 'wallet',
  type,
}));
const typesIn = (changes: Partial<MethodOrder>) =>
  inPayersOrder([...methods, { id: 'card', method: 'card' }], order(changes)).map((one) =>
    'type' in one ? one.type : one.id,
  );

describe('the order of payment methods', () => {
  it("a place without a table gets the methods in the order in which the merchant's payers used them lately", () => {
    const used = new Map([
      ['skrill', 7],
      ['card', 2],
    ]);
    expect(typesIn({ used })).toEqual(['skrill', 'card', 'apple_pay', 'paypal', 'mifinity']);
    expect(typesIn({})).toEqual(['card', 'apple_pay', 'paypal', 'mifinity', 'skrill']);
  });

  it("a merchant's stated methods come before those of an account that states none", () => {
    const stated = ['wallet.skrill', 'wallet.mifinity'];
    expect(typesIn({ stated, currency: 'EUR', billingCountry: 'DE' })).toEqual([
      'skrill',
      'mifinity',
      'paypal',
      'card',
      'apple_pay',
    ]);
  });

  it('the use of a method counts for a month, over all accounts and both types of cards', () => {
    const successBased = { params: ['Currency', 'PaymentMethodType'] };
    const rates = {
      all: { mca_1: [90, 100, minutesAgo(1)] },
      'EUR|credit': { mca_1: [3, 4, minutesAgo(1)], mca_2: [2, 2, minutesAgo(29)] },
      'EUR|debit': { mca_1: [4, 4, minutesAgo(2)] },
      'EUR|ideal': { mca_1: [8, 9, minutesAgo(2)], mca_2: [50, 50, minutesAgo(31)] },
    };
    const profile = { dynamicRouting: { successBased } };
    // @ts-expect-error The settings have more members, which the count does not read.
    expect([...usedMethods(profile, { rates }, now)]).toEqual([
      ['card', 9],
      ['ideal', 8],
    ]);
    expect(usedMethods({}, { rates: {} }, now).size).toBe(0);
  });

  it('the common methods of a country are all used there, with a currency of the country', () => {
    const rows = Country.options.flatMap((country) => {
      const types = commonMethods({ currency: '', country, languageCountry: undefined });
      return types ? [{ country, types }] : [];
    });
    expect(rows.length).toBeGreaterThan(30);
    for (const { country, types } of rows) {
      const [currency = ''] = Currency.options.filter((one) => {
        const byLanguage = { currency: one, country: undefined, languageCountry: country };
        return String(commonMethods(byLanguage)) === String(types);
      });
      const unused = types.filter(
        (type) => type !== 'card' && !isInUse(type, { currency, country }),
      );
      expect([country, unused]).toEqual([country, []]);
      expect(types).toContain('card');
    }
  });
});
