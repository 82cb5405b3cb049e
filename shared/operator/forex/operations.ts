import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, text } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { ExchangeRates, Factor } from './exchange-rates.ts';

const StatedFactors = v.object({ to_factor: Factor, from_factor: given(Factor) });

export const SetExchangeRatesRequest = v.object({
  base_currency: Currency,
  conversion: v.record(Currency, StatedFactors),
});

export const ExchangeRatesResponse = v.object({
  data: ExchangeRates,
  /** When the operator set them, in seconds since 1970. */
  timestamp: v.number(),
});

export const ConvertAmountResponse = v.object({
  converted_amount: v.string(),
  currency: Currency,
});

/** A whole number of minor units; also below zero. */
const MinorAmount = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,16}$/, 'expected a whole number'),
  v.transform(Number),
  v.safeInteger('expected a whole number'),
);

const example = { base_currency: 'USD', conversion: { EUR: { to_factor: '0.92' } } } as const;

export const setExchangeRates = defineOperation({
  name: 'forex.set-rates',
  method: 'PUT',
  path: '/forex/rates',
  summary: 'Set the exchange rates',
  about: {
    description:
      'Replaces all exchange rates. A `from_factor` that is not stated is one divided by the `to_factor`.',
  },
  auth: 'admin key',
  body: SetExchangeRatesRequest,
  response: ExchangeRatesResponse,
  errors: [],
  access: { table: ['UpdateItem'] },
  impact: 'Operators cannot set exchange rates; the earlier ones stay.',
  example: { body: example },
});

export const retrieveExchangeRates = defineOperation({
  name: 'forex.retrieve-rates',
  method: 'GET',
  path: '/forex/rates',
  summary: 'Retrieve the exchange rates',
  about: { description: 'Answers with the exchange rates and the time at which they were set.' },
  auth: 'secret key',
  response: ExchangeRatesResponse,
  errors: ['exchange_rates_not_found'],
  access: { table: ['GetItem'] },
  impact: 'Merchants cannot read exchange rates; payments continue.',
  example: {},
});

export const convertAmount = defineOperation({
  name: 'forex.convert',
  method: 'GET',
  path: '/forex/convert_from_minor',
  summary: 'Convert an amount into another currency',
  about: {
    description:
      'Converts an amount by way of the base currency. Only currencies with a rate are accepted.',
  },
  auth: 'secret key',
  // A word that is no currency has an error of its own.
  query: v.object({ amount: MinorAmount, to_currency: text(64), from_currency: text(64) }),
  response: ConvertAmountResponse,
  errors: ['exchange_rates_not_found', 'invalid_request'],
  access: { table: ['GetItem'] },
  impact: 'Merchants cannot convert amounts; payments continue.',
  example: { query: { amount: '6540', to_currency: 'EUR', from_currency: 'USD' } },
});
