import vm from 'node:vm';
import { payScript } from '#switch/payment-links/pay-script.ts';
import { shownAmount } from '#switch/payment-links/shown-amount.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';

/** The page's own formatting of a sum, cut out of its script. */
function sumOf(currency: string, base: string): string {
  const from = payScript.indexOf('const totalText');
  const code = payScript.slice(from, payScript.indexOf('};', from) + 2);
  const digits = String(minorUnitDigits(currency));
  const form = { dataset: { base, currency, digits, locale: 'en' } };
  return String(vm.runInNewContext(`${code}; totalText()[1]`, { form, extra: 0, Intl, Number }));
}

it.each(Currency.options)(
  'a sum that the payment page computes in %s is the one it was made with',
  (currency) => {
    const digits = minorUnitDigits(currency);
    const base = digits === 0 ? '1234567' : `${1234567 / 10 ** digits}`;
    expect(sumOf(currency, base)).toBe(shownAmount(1_234_567, currency, 'en'));
  },
);
