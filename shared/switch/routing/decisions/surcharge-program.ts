import * as v from 'valibot';
import { ruleEntries, withSelection } from '#merchants/routing-settings/program.ts';
import { given, JsonObject } from '#platform/schema.ts';
import { SurchargeDetails } from '#vocabulary/surcharge-details.ts';

/** From 0 to 100, with two decimals at most: 2.75 is 275 of 10,000 parts. */
export const Percentage = v.object({
  percentage: v.pipe(
    v.number(),
    v.minValue(0, 'invalid value: percentage, expected at least 0'),
    v.maxValue(100, 'invalid value: percentage, expected at most 100'),
    v.check(
      (value) => Number(value.toFixed(2)) === value,
      'invalid value: percentage, expected at most two decimals',
    ),
  ),
});

/**
 * The addition to a payment: an amount in minor units, or a percentage of the payment's amount; and
 * the tax on it, as a percentage of it.
 *
 * @public
 */
export const SurchargeRule = v.object({
  surcharge: v.variant('type', [
    v.object({
      type: v.literal('fixed'),
      value: v.object({ amount: SurchargeDetails.entries.surcharge_amount }),
    }),
    v.object({ type: v.literal('rate'), value: Percentage }),
  ]),
  tax_on_surcharge: given(Percentage),
});
export type SurchargeRule = v.InferOutput<typeof SurchargeRule>;

/**
 * The surcharge; none where it is absent or null.
 *
 * @public
 */
export const SurchargeSelection = v.object({ surcharge_details: given(SurchargeRule) });

/** A rule; `connectorSelection` may also be called `routingOutput`. */
const Rule = v.union([
  v.object({ ...ruleEntries, connectorSelection: SurchargeSelection }),
  v.pipe(
    v.object({ ...ruleEntries, routingOutput: SurchargeSelection }),
    v.transform(withSelection),
  ),
]);

/** @public */
export const SurchargeProgram = v.object({
  defaultSelection: SurchargeSelection,
  rules: v.array(Rule),
  metadata: JsonObject,
});
