import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';
import { decimalText, multiply, parseDecimal, reciprocal } from './decimal.ts';

/** A number above zero as text, so that no digit of it is lost. */
export const Factor = v.pipe(
  v.string(),
  v.regex(/^\d{1,12}(?:\.\d{1,28})?$/, 'expected a number of 12 digits and 28 decimals at most'),
  v.regex(/[1-9]/, 'a factor must be above zero'),
);

/** How a currency and the base currency are converted, each by a multiplication. */
const Factors = v.object({
  /** For one unit of the base currency, so many of this one. */
  to_factor: Factor,
  /** For one unit of this currency, so many of the base currency. */
  from_factor: Factor,
});
type Factors = v.InferOutput<typeof Factors>;

/** The operator's rates, for all merchants. Amounts are converted by way of the base currency. */
export const ExchangeRates = v.object({
  base_currency: Currency,
  conversion: v.record(Currency, Factors),
});
export type ExchangeRates = v.InferOutput<typeof ExchangeRates>;

/** Rates as an operator states them: the way back to the base currency follows unless stated. */
export interface StatedRates {
  readonly base_currency: Currency;
  readonly conversion: Readonly<
    Partial<
      Record<
        Currency,
        { readonly to_factor: string; readonly from_factor?: string | null | undefined }
      >
    >
  >;
}

/** Adds the factors that were not stated: each is one divided by the other, to 28 decimals. */
export const completeRates = ({ base_currency, conversion }: StatedRates): ExchangeRates => ({
  base_currency,
  conversion: v.parse(
    ExchangeRates.entries.conversion,
    Object.fromEntries(
      Object.entries(conversion).map(([currency, { to_factor, from_factor }]) => [
        currency,
        {
          to_factor,
          from_factor: from_factor ?? decimalText(reciprocal(parseDecimal(to_factor))),
        },
      ]),
    ),
  ),
});

/**
 * Converts an amount in minor units into the other currency: a text in major units, exact to 28
 * decimals. It is not rounded to the currency, as in Hyperswitch: the caller decides how.
 *
 * @throws SwitchError `invalid_request` for a currency without a rate
 */
export function convert(
  { base_currency, conversion }: ExchangeRates,
  amountMinor: number,
  from: Currency,
  to: Currency,
): string {
  const amount = { digits: BigInt(amountMinor), scale: minorUnitDigits(from) };
  if (from === to) return decimalText(amount);
  const inBase = from === base_currency ? amount : multiply(amount, factor(from, 'from_factor'));
  return decimalText(to === base_currency ? inBase : multiply(inBase, factor(to, 'to_factor')));

  function factor(currency: Currency, name: keyof Factors) {
    const factors = conversion[currency];
    if (!factors) throw notAcceptable();
    return parseDecimal(factors[name]);
  }
}

/** The error of Hyperswitch for a word that is no currency. */
export const notAcceptable = () =>
  new SwitchError('invalid_request', { message: 'The provided currency is not acceptable' });
