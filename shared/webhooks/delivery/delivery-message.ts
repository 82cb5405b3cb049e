import * as v from 'valibot';

/**
 * A message of the delivery queues. The first message of an event has everything for sending it. A
 * later one names the attempt that was due, and does nothing once that attempt was made.
 */
export const DeliveryMessage = v.object({
  merchantId: v.string(),
  eventId: v.string(),
  /** In the first message only: the profile whose URL gets the event, and the event's body. */
  profileId: v.optional(v.string()),
  body: v.optional(v.string()),
  /** In the first message only: the endpoint of the profile; absent for its `webhook_url`. */
  endpointId: v.optional(v.string()),
  /** In later messages: when the attempt was due, as stored in the delivery. */
  dueAt: v.optional(v.string()),
  /** The retry of many events whose step is due; `eventId` then has its id as well. */
  retryId: v.optional(v.string()),
  /** Whether it came through the queue of slow receivers. */
  slow: v.optional(v.boolean()),
  /** Names the receiver, if the sender of the message knew it. */
  receiver: v.optional(v.string()),
  /** The trace and the span that the message was sent by. */
  trace: v.optional(v.string()),
});
export type DeliveryMessage = v.InferOutput<typeof DeliveryMessage>;
