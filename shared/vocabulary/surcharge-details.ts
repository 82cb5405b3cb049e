import * as v from 'valibot';
import { given, integer } from '#platform/schema.ts';

/** The surcharge that the merchant adds for this payment method, in minor units. */
export const SurchargeDetails = v.object({
  surcharge_amount: integer(0, 999_999_999),
  tax_amount: given(integer(0, 999_999_999)),
});
export type SurchargeDetails = v.InferOutput<typeof SurchargeDetails>;
