import * as v from 'valibot';
import type { TaxCalculator } from '../interface/tax.ts';
import { readJson, refused } from './answers.ts';
import { addressOf, put } from './asking.ts';

const Answer = v.object({ tax: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

/** The sandbox processor as the tax calculator whose name it plays. */
export const sandboxTaxCalculators: readonly TaxCalculator[] = [
  {
    name: 'taxjar',
    calculate: {
      request: (input, credentials, addresses) =>
        put(addressOf(addresses, 'tax-calculations', input.reference), credentials, {
          amount: input.amountMinor,
          shipping_cost: input.shippingMinor,
          currency: input.currency,
          country: input.shipping.address?.country ?? undefined,
        }),
      outcome: (response) =>
        response.status === 200
          ? { result: 'calculated', taxMinor: readJson(Answer, response).tax }
          : refused(response),
    },
  },
];
