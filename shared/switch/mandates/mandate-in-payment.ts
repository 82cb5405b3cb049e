import * as v from 'valibot';

/** The role of a mandate in a payment. */
export const MandateInPayment = v.variant('role', [
  /** The payment created the mandate. */
  v.looseObject({ role: v.literal('created'), id: v.string() }),
  /** The payment charges the mandate. */
  v.looseObject({
    role: v.literal('charged'),
    id: v.string(),
    kind: v.picklist(['single_use', 'multi_use']),
    /** The mandate's total limit, in minor units. */
    limitMinor: v.optional(v.number()),
    /** How much of the limit this payment takes, in minor units. */
    amountMinor: v.number(),
    /**
     * `wanted` until the save that takes the amount from the mandate, so never in the table.
     * `reserved` until the payment is decided. Then `used` for the captured amount, or `given
     * back`.
     */
    state: v.picklist(['wanted', 'reserved', 'used', 'given back']),
  }),
]);
export type MandateInPayment = v.InferOutput<typeof MandateInPayment>;
export type ChargedMandate = Extract<MandateInPayment, { readonly role: 'charged' }>;
