import { Currency } from '#vocabulary/currencies.ts';
import { shownAmount } from '#vocabulary/shown-amount.ts';
import { money } from '../../console/money.ts';

it.each(Currency.options)(
  'the console shows an amount in %s as the payment page does',
  (currency) => {
    expect(money(1_234_567, currency)).toBe(shownAmount(1_234_567, currency, 'en'));
  },
);
