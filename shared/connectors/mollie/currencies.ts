import type { CurrencyTable } from '../interface/currency-table.ts';

/** How Mollie counts money, in its currencies for cards and banks: PayPal has more there. */
export const mollieCurrencies: CurrencyTable = {
  source: 'https://docs.mollie.com/docs/multicurrency',
  // biome-ignore format: codes read better in rows.
  listed: [
    'AED', 'AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'HUF', 'ILS', 'ISK', 'JPY', 'NOK',
    'NZD', 'PLN', 'RON', 'SEK', 'SGD', 'USD', 'ZAR',
  ],
  decimals: { ISK: 0 },
};
