import * as v from 'valibot';
import { amountsAt } from '../formats/processor-amounts.ts';
import { paypalCurrencies } from './currencies.ts';

const amounts = amountsAt(paypalCurrencies);

/** An amount in answers and webhooks, in major units. */
export const Amount = v.object({ currency_code: v.string(), value: v.string() });

export const amountOf = (minor: number, currency: string) => ({
  currency_code: currency,
  value: amounts.toMajorString(minor, currency),
});

/** The money that an object of PayPal's states, in our minor units; empty where it states none. */
export const moneyIn = ({ amount }: { readonly amount?: v.InferOutput<typeof Amount> | null }) =>
  amount
    ? {
        amountMinor: amounts.fromMajor(amount.value, amount.currency_code),
        currency: amount.currency_code,
      }
    : {};
