import * as v from 'valibot';

/**
 * The item that leads from a link's id to its payment and puts the link on its list. It never
 * changes: all that is shown of a link comes from its payment.
 */
export const PaymentLink = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  paymentId: v.string(),
  profileId: v.string(),
  createdAt: v.string(),
  version: v.number(),
});
export type PaymentLink = v.InferOutput<typeof PaymentLink>;
