import * as v from 'valibot';

/** What the delivery queue carries: the event as it is to be sent, and whose it is. */
export const DeliveryMessage = v.object({
  eventId: v.string(),
  merchantId: v.string(),
  profileId: v.string(),
  body: v.string(),
});
export type DeliveryMessage = v.InferOutput<typeof DeliveryMessage>;
