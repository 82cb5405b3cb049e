import * as v from 'valibot';
import { messageGroup } from '../queues/message-group.ts';

/**
 * A merchant's server that let us wait. One small item remembers it for all containers, beside the
 * merchant's settings, so that it is read with them and costs no call of its own.
 */
export const SlowReceiver = v.looseObject({
  id: v.string(),
  /** When it last let us wait, in milliseconds; 0 once it answered well again. */
  timedOutAt: v.optional(v.number(), 0),
});
export type SlowReceiver = v.InferOutput<typeof SlowReceiver>;

/**
 * A batch of deliveries to a slow receiver takes one of these, by writing into its item until when. So one receiver that hangs on thousands
 * of events has at most three of the ten functions that slow receivers share.
 */
export const slots = ['slot0', 'slot1', 'slot2'] as const;
export type Slot = (typeof slots)[number];

/** A receiver that takes longer than this to answer is a slow one, in milliseconds. */
export const quickMs = 5_000;

/** How long a receiver is remembered after it last let us wait, in milliseconds. */
export const slowForMs = 60 * 60_000;

/** Whether a receiver is still one that lets us wait. */
export const isStillSlow = ({ timedOutAt }: Pick<SlowReceiver, 'timedOutAt'>, now: Date): boolean =>
  timedOutAt + slowForMs > now.getTime();

/**
 * What a merchant's receiver is called in queues and keys: it says nothing about the merchant, and is
 * another one as soon as the merchant sets another address.
 */
export const receiverId = (merchantId: string, url: string): string =>
  messageGroup(merchantId, url);
