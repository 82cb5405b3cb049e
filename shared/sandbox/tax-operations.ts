import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, integer } from '#platform/schema.ts';
import { type Country, Country as CountryCode } from '#vocabulary/countries.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { Reference } from './operations.ts';

const minor = integer(0, Number.MAX_SAFE_INTEGER);

export const calculateSandboxTax = defineOperation({
  name: 'sandbox.calculate-tax',
  method: 'PUT',
  path: '/tax-calculations/{reference}',
  summary: 'Calculate the tax of a test order',
  auth: 'processor key',
  params: v.object({
    /** The caller's reference of the order. */
    reference: Reference,
  }),
  body: v.strictObject({
    /** In minor units, like the shipping cost. */
    amount: minor,
    shipping_cost: minor,
    currency: Currency,
    country: given(CountryCode),
  }),
  response: v.object({
    reference: v.string(),
    /** In minor units. */
    tax: v.number(),
    currency: v.string(),
  }),
  errors: [],
  access: { sandbox: true },
  impact: 'Test orders bear no tax.',
  example: {
    params: { reference: 'pay_example_1' },
    body: { amount: 10_000, shipping_cost: 500, currency: 'EUR', country: 'DE' },
  },
});

/** Rates in thousandths; every other country has one tenth. The rates are invented for tests. */
const rates: Readonly<Partial<Record<Country, number>>> = { DE: 190, FR: 200, GB: 200, US: 82 };

/** The tax on a test order, in minor units, rounded half up. */
export const taxOn = (minorUnits: number, country: Country | null | undefined): number =>
  country ? Math.floor((minorUnits * (rates[country] ?? 100) + 500) / 1_000) : 0;
