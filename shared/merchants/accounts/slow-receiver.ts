import * as v from 'valibot';
import { messageGroup } from '#platform/queues/message-group.ts';

/**
 * A merchant's server that is slow to answer, or takes nothing. One small item stores this for all
 * containers. It is beside the merchant's settings, so that one query reads both.
 */
export const SlowReceiver = v.looseObject({
  id: v.string(),
  /** When it was last slow, in ms; 0 once it answered quickly again. */
  timedOutAt: v.optional(v.number(), 0),
});
export type SlowReceiver = v.InferOutput<typeof SlowReceiver>;

/**
 * A batch of deliveries to a slow receiver takes one of these slots, by writing its lease's end
 * into the slot's item. A receiver that hangs on thousands of events uses at most three of the ten
 * functions that slow receivers share.
 */
export const slots = ['slot0', 'slot1', 'slot2'] as const;
export type Slot = (typeof slots)[number];

/** A receiver that takes longer than this to answer is slow, in milliseconds. */
export const quickMs = 5_000;

/** For how long a receiver counts as slow after its last slow answer, in milliseconds. */
const slowForMs = 60 * 60_000;

/** For how long a receiver's item is stored after it was slow or began to fail, in milliseconds. */
export const rememberedMs = 10 * 86_400_000;

/** Whether a receiver still counts as slow. */
export const isStillSlow = ({ timedOutAt }: Pick<SlowReceiver, 'timedOutAt'>, now: Date): boolean =>
  timedOutAt + slowForMs > now.getTime();

/**
 * A receiver's name in queues and keys. It reveals nothing about the merchant, and changes when the
 * merchant sets another URL.
 */
export const receiverId = (merchantId: string, url: string): string =>
  messageGroup(merchantId, url);
