import type { CurrencyTable } from '../interface/currency-table.ts';

/**
 * The page lists codes of ISO 4217, and counts an amount with an "implied decimal". Worldpay's PHP
 * library counts by the decimals of the Unicode CLDR. A currency that CLDR and ISO 4217 count
 * differently is left out (such as ALL, LBP, RSD, or IQD), because a charge would be a hundred
 * times too large or too small; so are codes that are no longer in use.
 */
export const worldpayCurrencies: CurrencyTable = {
  source: 'https://developer.worldpay.com/products/reference/supported-countries-currencies',
  // biome-ignore format: codes read better in rows.
  listed: [
    'AED', 'AMD', 'ANG', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BGN', 'BHD', 'BIF',
    'BMD', 'BND', 'BOB', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CLP', 'CNY',
    'COP', 'CRC', 'CUP', 'CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD',
    'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR',
    'ILS', 'INR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KRW', 'KWD', 'KYD', 'KZT',
    'LKR', 'LRD', 'LSL', 'LYD', 'MAD', 'MDL', 'MKD', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN',
    'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR',
    'PLN', 'PYG', 'QAR', 'RON', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE',
    'SRD', 'SSP', 'STN', 'SVC', 'SZL', 'THB', 'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS',
    'UAH', 'UGX', 'USD', 'UYU', 'UZS', 'VES', 'VND', 'VUV', 'WST', 'XAF', 'XCD', 'XOF', 'XPF', 'ZAR',
    'ZMW',
  ],
  decimals: { ISK: 0 },
};
