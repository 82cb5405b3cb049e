import * as v from 'valibot';
import type { TaxCalculator } from '../interface/tax.ts';
import { putRequest, sandboxUrlOf } from './requests.ts';
import { declinedOutcome, readJson } from './responses.ts';

const Answer = v.object({ tax: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

/** The sandbox processor as a tax calculator, under the name that it simulates. */
export const sandboxTaxCalculators: readonly TaxCalculator[] = [
  {
    name: 'taxjar',
    calculate: {
      request: (input, account) =>
        putRequest(sandboxUrlOf(account, 'tax-calculations', input.reference), account, {
          amount: input.amountMinor,
          shipping_cost: input.shippingMinor,
          currency: input.currency,
          country: input.shipping.address?.country ?? undefined,
        }),
      outcome: (response) =>
        response.status === 200
          ? { result: 'calculated', taxMinor: readJson(Answer, response).tax }
          : declinedOutcome(response),
    },
  },
];
