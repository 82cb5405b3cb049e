import * as v from 'valibot';
import { lambda } from '#merchants/lambda.ts';
import { type ExchangeRateStore, exchangeRateStore } from '#operator/forex/exchange-rate-store.ts';
import { convert as convertBy, notAcceptable } from '#operator/forex/exchange-rates.ts';
import { convertAmount } from '#operator/forex/operations.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { Currency } from '#vocabulary/currencies.ts';

interface Services {
  readonly exchangeRates: ExchangeRateStore;
}

/** Converts an amount in minor units by the operator's exchange rates. */
export const convert = implement(convertAmount, async ({ query }, { exchangeRates }: Services) => {
  const { rates } = await exchangeRates.get();
  const [from, to] = [currencyOf(query.from_currency), currencyOf(query.to_currency)];
  return { converted_amount: convertBy(rates, query.amount, from, to), currency: to };
});

function currencyOf(word: string): Currency {
  if (!v.is(Currency, word)) throw notAcceptable();
  return word;
}

export const handler = lambda(convert, () => ({ exchangeRates: exchangeRateStore(liveTable()) }));
