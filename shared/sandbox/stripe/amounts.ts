import { toDecimal } from '#vocabulary/amounts.ts';
import type { Currency } from '#vocabulary/currencies.ts';
import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';
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
 * The factor from the ledger's amount to Stripe's, by currency: Stripe takes UGX in hundredths,
 * which it does not have.
 *
 * @see https://docs.stripe.com/currencies#special-cases
 */
const factors: Readonly<Partial<Record<Currency, number>>> = { UGX: 100 };

/** Stripe takes amounts of these currencies in hundredths, but only whole units. */
const whole: ReadonlySet<Currency> = new Set(['ISK', 'UGX']);

const factorOf = (currency: Currency): number => factors[currency] ?? 1;

/** An amount of the ledger as Stripe shows it. */
export const shownAmount = (minor: number, currency: Currency): number =>
  minor * factorOf(currency);

/**
 * The amount of a new payment, in the ledger's minor units.
 *
 * @throws StripeError 400 for too small or too large an amount, or as `readAmount` does
 */
export function readPaymentAmount(stated: number, currency: Currency): number {
  const least = leastMinor[currency] ?? 1;
  if (stated < least) {
    throw invalidRequest({
      code: 'amount_too_small',
      message: `Amount must be at least ${inMajor(least, currency)}`,
      param: 'amount',
    });
  }
  if (stated > mostMinor) {
    throw invalidRequest({
      code: 'amount_too_large',
      message: `Amount must be no more than ${inMajor(mostMinor, currency)}`,
      param: 'amount',
    });
  }
  return readAmount(stated, currency, 'amount');
}

/**
 * An amount of a request, in the ledger's minor units.
 *
 * @throws StripeError 400 for a fraction in a currency without decimals, and for a third decimal
 */
export function readAmount(stated: number, currency: Currency, param: string): number {
  if (whole.has(currency) && stated % 100 !== 0) {
    throw invalidRequest({
      code: 'invalid_charge_amount_no_decimal_compatible',
      message: `Invalid amount. Currency ${currency} has become effectively zero-decimal and charged amounts must be evenly divisible by 100.`,
      param,
    });
  }
  if (minorUnitDigits(currency) === 3 && stated % 10 !== 0) {
    throw invalidRequest({
      message: `Amounts in ${currency.toLowerCase()} must be divisible by 10.`,
      param,
    });
  }
  return stated / factorOf(currency);
}

/** Stripe's number in words, such as `0.50 usd`. */
const inMajor = (stated: number, currency: Currency): string => {
  const digits = whole.has(currency) ? 2 : minorUnitDigits(currency);
  return `${toDecimal(stated, digits)} ${currency.toLowerCase()}`;
};
