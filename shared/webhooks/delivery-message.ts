import * as v from 'valibot';

/**
 * What the delivery queues carry. The first message of an event brings all that is needed to send it;
 * a later one names the try that was due, and does nothing once that try has been made.
 */
export const DeliveryMessage = v.object({
  merchantId: v.string(),
  eventId: v.string(),
  /** Of the first message alone: the profile whose address is told, and the event as it is sent. */
  profileId: v.optional(v.string()),
  body: v.optional(v.string()),
  /** Of every later one: when the try was due, as the delivery has it. */
  dueAt: v.optional(v.string()),
  /** It came through the queue of slow receivers. */
  slow: v.optional(v.boolean()),
  /** Names the receiver that it is for, where the sender of the message knew. */
  receiver: v.optional(v.string()),
});
export type DeliveryMessage = v.InferOutput<typeof DeliveryMessage>;
