import { allAbouts } from '#connectors/abouts.ts';
import { isInUse } from '#vocabulary/method-markets.ts';

/** Methods that processors still list though their owners have ended them. */
const ended = new Set(['giropay', 'pay_bright', 'sofort']);

describe('the markets of payment methods', () => {
  // The adapters state currencies and countries as the processors' pages have them.
  it('a market leaves out no currency and no country for which a processor takes the method', () => {
    const left = allAbouts().flatMap(({ name, methods }) =>
      methods
        .filter(({ type }) => !ended.has(type))
        .flatMap(({ type, currencies = [], countries = [] }) => [
          ...currencies
            .filter((currency) => !isInUse(type, { currency, country: undefined }))
            .map((currency) => `${name} ${type} ${currency}`),
          ...countries
            .filter(
              (country) =>
                !currencies.some((currency) => isInUse(type, { currency, country })) &&
                currencies.length > 0,
            )
            .map((country) => `${name} ${type} ${country}`),
        ]),
    );
    expect(left).toEqual([]);
  });

  it.each([...ended])('%s has ended, so that it is in use nowhere', (type) => {
    const place = { currency: type === 'pay_bright' ? 'CAD' : 'EUR', country: undefined };
    // @ts-expect-error The set has texts, and its members are types.
    expect(isInUse(type, place)).toBe(false);
  });

  it.each([
    ['knet', 'KWD', 'KW'],
    ['benefit', 'BHD', 'BH'],
    ['momo_atm', 'VND', 'VN'],
    ['ideal', 'EUR', 'NL'],
  ] as const)('%s is in use with %s from %s only', (type, currency, country) => {
    expect(isInUse(type, { currency, country })).toBe(true);
    expect(isInUse(type, { currency, country: undefined })).toBe(true);
    expect(isInUse(type, { currency: 'USD', country: undefined })).toBe(false);
    expect(isInUse(type, { currency, country: 'US' })).toBe(false);
  });
});
