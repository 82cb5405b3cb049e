import { Currency } from '#vocabulary/currencies.ts';
import type { CurrencyTable } from '../interface/currency-table.ts';

/**
 * Clients of the Hyperswitch v1 API count these otherwise than ISO 4217; CLF is a unit of account,
 * in which no card is charged.
 */
const ambiguous: ReadonlySet<Currency> = new Set(['CLF', 'IRR', 'ISK', 'MGA']);

/**
 * Shift4 publishes no list. Its amounts are in minor units, so a currency whose minor unit is not
 * the same for clients and for ISO 4217 is not taken.
 */
export const shift4Currencies: CurrencyTable = {
  source: 'https://dev.shift4.com/docs/api',
  listed: Currency.options.filter((currency) => !ambiguous.has(currency)),
};
