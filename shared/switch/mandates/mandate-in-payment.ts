import * as v from 'valibot';

/**
 * How a mandate is charged: at a connector account, by the processor's own mandate or by the saved
 * card of a payment method.
 */
const ChargedBy = v.looseObject({
  connectorName: v.string(),
  connectorAccountId: v.string(),
  connectorMandateId: v.optional(v.string()),
  connectorCustomerId: v.optional(v.string()),
  paymentMethodId: v.optional(v.string()),
});

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
  /** The payment gives the mandate another payment method. */
  v.looseObject({
    role: v.literal('changed'),
    id: v.string(),
    /** `wanted` until the payment is authorized or captured. */
    state: v.picklist(['wanted', 'done']),
    /** By what it was charged until then. */
    before: ChargedBy,
    /** When that is next to be deleted at its processor, ISO 8601; absent when nothing is left to do. */
    deleteAt: v.optional(v.string()),
    /** How many deletions have failed. */
    failedDeletions: v.optional(v.number()),
  }),
]);
export type MandateInPayment = v.InferOutput<typeof MandateInPayment>;
export type ChangedMandate = Extract<MandateInPayment, { readonly role: 'changed' }>;
export type ChargedMandate = Extract<MandateInPayment, { readonly role: 'charged' }>;

/** When the processor is to delete its replaced mandate; undefined if never. */
export function replacedIsDueAt({
  mandate,
}: {
  readonly mandate?: MandateInPayment | undefined;
}): Date | undefined {
  const deleteAt = mandate?.role === 'changed' ? mandate.deleteAt : undefined;
  return deleteAt === undefined ? undefined : new Date(deleteAt);
}
