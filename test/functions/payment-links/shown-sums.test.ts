import { money } from '#switch/checkout/checkout-flow.ts';
import { toMajorString } from '#vocabulary/amounts.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';
import { shownAmount } from '#vocabulary/shown-amount.ts';

it.each(Currency.options)(
  'a sum that the payment page computes in %s is the one it was made with',
  (currency) => {
    const amount = toMajorString(1_234_567, currency);
    const price = { currency, digits: minorUnitDigits(currency), amount, mayRise: true };
    const shown = money({ locale: 'en', price }, Number(amount));
    expect(shown).toBe(shownAmount(1_234_567, currency, 'en'));
  },
);
