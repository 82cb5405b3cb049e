import { Currency } from '#vocabulary/currencies.ts';
import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';
import { amountsAt } from '../formats/processor-amounts.ts';
import type { CurrencyTable } from '../interface/currency-table.ts';

/**
 * NMI takes any currency of ISO 4217, as the processors behind an account do, and writes every
 * amount as `x.xx`. The two digits are therefore zeros where a currency has no decimals, and a
 * third decimal has to be a zero.
 */
const digits = 2;

const withOthers = Currency.options.filter((currency) => minorUnitDigits(currency) !== digits);

export const nmiCurrencies: CurrencyTable = {
  source: 'https://docs.nmi.com/reference/payment-api',
  listed: Currency.options,
  decimals: Object.fromEntries(withOthers.map((currency) => [currency, digits])),
  zeros: Object.fromEntries(
    withOthers
      .map((currency) => [currency, digits - minorUnitDigits(currency)] as const)
      .filter(([, zeros]) => zeros > 0),
  ),
};

/** How NMI writes and reads amounts. */
export const amounts = amountsAt(nmiCurrencies);
