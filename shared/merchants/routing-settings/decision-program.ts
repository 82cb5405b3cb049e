import * as v from 'valibot';
import { JsonObject } from '#platform/schema.ts';

/** The decisions of a merchant's own programs about a payment, beside its connector. */
export const DecisionPurpose = v.picklist(['three_ds', 'surcharge']);
export type DecisionPurpose = v.InferOutput<typeof DecisionPurpose>;

/** A program that decides about all payments of a merchant. It has one for each purpose at most. */
export const DecisionProgram = v.object({
  merchantId: v.string(),
  purpose: DecisionPurpose,
  name: v.string(),
  /** As it is stored: another version of the switch may have written it. */
  program: JsonObject,
  /** Of a surcharge: whether pages show it on a screen of its own. */
  showsBreakup: v.optional(v.boolean()),
  createdAt: v.string(),
  modifiedAt: v.string(),
  version: v.number(),
});
export type DecisionProgram = v.InferOutput<typeof DecisionProgram>;
