import { toMajorString } from '../../connectors/formats/amounts.ts';
import type { Currency } from '../../vocabulary/currencies.ts';
import { minorUnitDigits } from '../../vocabulary/minor-unit-digits.ts';
import { invalidRequest } from './errors.ts';

/**
 * The least that Stripe charges, in minor units; 1 for currencies without a row.
 *
 * @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const leastMinor: Readonly<Partial<Record<Currency, number>>> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
};

const mostMinor = 99_999_999;

/**
 * Refuses an amount as Stripe does: too small, too large, or with a third decimal that it cannot
 * charge.
 *
 * @throws StripeError 400
 */
export function checkAmount(amountMinor: number, currency: Currency): void {
  const least = leastMinor[currency] ?? 1;
  if (amountMinor < least) {
    throw invalidRequest({
      code: 'amount_too_small',
      message: `Amount must be at least ${toMajorString(least, currency)} ${currency.toLowerCase()}`,
      param: 'amount',
    });
  }
  if (amountMinor > mostMinor) {
    throw invalidRequest({
      code: 'amount_too_large',
      message: `Amount must be no more than ${toMajorString(mostMinor, currency)} ${currency.toLowerCase()}`,
      param: 'amount',
    });
  }
  if (minorUnitDigits(currency) === 3 && amountMinor % 10 !== 0) {
    throw invalidRequest({
      message: `Amounts in ${currency.toLowerCase()} must be divisible by 10.`,
      param: 'amount',
    });
  }
}
