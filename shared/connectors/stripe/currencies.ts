import type { CurrencyTable } from '../interface/currency-table.ts';

/**
 * Stripe takes hundredths of ISK and UGX, which have none, and thousandths of which the last is
 * zero. UGX stands on the page twice: in the list without decimals, and as a special case with two,
 * whose example is a charge of 5 UGX by 500. The special case decides: Stripe's own libraries for
 * phones count UGX so too (`CurrencyFormatter` of stripe-android).
 */
export const stripeCurrencies: CurrencyTable = {
  source: 'https://docs.stripe.com/currencies',
  listed: [
    ...['AED', 'AFN', 'ALL', 'AMD', 'ANG', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT'],
    ...['BHD', 'BIF', 'BMD', 'BND', 'BOB', 'BRL', 'BSD', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF'],
    ...['CLP', 'CNY', 'COP', 'CRC', 'CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ETB', 'EUR'],
    ...['FJD', 'FKP', 'GBP', 'GEL', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF'],
    ...['IDR', 'ILS', 'INR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KRW', 'KWD'],
    ...['KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT'],
    ...['MOP', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD'],
    ...['OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF'],
    ...['SAR', 'SBD', 'SCR', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'STD', 'SZL', 'THB', 'TJS'],
    ...['TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'UYU', 'UZS', 'VND', 'VUV'],
    ...['WST', 'XAF', 'XCD', 'XOF', 'XPF', 'YER', 'ZAR', 'ZMW'],
  ],
  decimals: { UGX: 2 },
  zeros: { ISK: 2, UGX: 2, BHD: 1, JOD: 1, KWD: 1, OMR: 1, TND: 1 },
};
