import type { CurrencyTable } from '../interface/currency-table.ts';

/** PayPal writes amounts in major units, and takes no decimals of HUF and TWD. */
export const paypalCurrencies: CurrencyTable = {
  source: 'https://developer.paypal.com/reference/currency-codes',
  listed: [
    ...['AUD', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'HUF', 'ILS'],
    ...['JPY', 'MXN', 'MYR', 'NOK', 'NZD', 'PHP', 'PLN', 'SEK', 'SGD', 'THB', 'TWD', 'USD'],
  ],
  decimals: { HUF: 0, TWD: 0 },
};
