import { amountsAt } from '../formats/processor-amounts.ts';
import type { CurrencyTable } from '../interface/currency-table.ts';

/** All have two decimals. Amounts come without a currency: an account has one. */
export const authorizeDotNetCurrencies: CurrencyTable = {
  source: 'https://developer.authorize.net/api/reference/features/payment-transactions.html',
  // biome-ignore format: names read better in rows.
  listed: [
    'AUD', 'CAD', 'CHF', 'DKK', 'EUR', 'GBP', 'NOK', 'NZD', 'PLN', 'SEK', 'USD', 'ZAR',
  ],
};

/** How Authorize.net writes and reads amounts. */
export const amounts = amountsAt(authorizeDotNetCurrencies);
