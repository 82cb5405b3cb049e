import * as v from 'valibot';

/** What a payment has to do with a mandate. */
export const MandateInPayment = v.variant('role', [
  /** It set it up. */
  v.looseObject({ role: v.literal('created'), id: v.string() }),
  /** It is made with it. */
  v.looseObject({
    role: v.literal('charged'),
    id: v.string(),
    kind: v.picklist(['single_use', 'multi_use']),
    /** What may be charged with the mandate in all, in minor units. */
    limitMinor: v.optional(v.number()),
    /** What was taken of that for this payment, in minor units. */
    amountMinor: v.number(),
    /**
     * `wanted` until the save that takes it from the mandate, so never in the table; `reserved` until
     * the payment is decided; then `used`, as much as was captured, or `given back`.
     */
    state: v.picklist(['wanted', 'reserved', 'used', 'given back']),
  }),
]);
export type MandateInPayment = v.InferOutput<typeof MandateInPayment>;
export type ChargedMandate = Extract<MandateInPayment, { readonly role: 'charged' }>;
