import * as v from 'valibot';
import { Percentage } from '../../routing/decisions/surcharge-program.ts';

/** The surcharge of a payment method, as payment pages show it. */
export const SurchargeResponse = v.object({
  surcharge: v.variant('type', [
    /** In minor units. */
    v.object({ type: v.literal('fixed'), value: v.number() }),
    v.object({ type: v.literal('rate'), value: Percentage }),
  ]),
  tax_on_surcharge: v.nullable(Percentage),
  /** In the major unit, such as 1.2 for 1.20 EUR. */
  display_surcharge_amount: v.number(),
  display_tax_on_surcharge_amount: v.number(),
  display_total_surcharge_amount: v.number(),
});
export type SurchargeResponse = v.InferOutput<typeof SurchargeResponse>;
