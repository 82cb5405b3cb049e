import * as v from 'valibot';

/** One attempt to deliver an event to a merchant's server. */
export const DeliveryAttempt = v.object({
  /** 1 for the first. Dropping older attempts does not change the numbers. */
  number: v.number(),
  kind: v.picklist(['initial_attempt', 'automatic_retry', 'manual_retry']),
  at: v.string(),
  /** Milliseconds until the receiver had answered, or the switch gave up. */
  ms: v.number(),
  delivered: v.boolean(),
  /** The receiver's HTTP status; absent without an answer. */
  status: v.optional(v.number()),
  error: v.optional(v.string()),
  /** How many seconds a receiver asked to wait that is too busy: 429 or 503 with `Retry-After`. */
  retryAfterSeconds: v.optional(v.number()),
  /** Hex digits of the HMAC-SHA512 that was sent. */
  signature: v.optional(v.string()),
  /** The receiver's answer, masked; a longer answer is an item of its own. */
  answer: v.optional(v.string()),
});
export type DeliveryAttempt = v.InferOutput<typeof DeliveryAttempt>;

/**
 * `waiting` for its next attempt, `delivered` with a 2xx, `undelivered` after all attempts, or
 * `stopped` because the receiver is gone. The event stays stored in every state, and can be resent
 * by hand.
 */
export const DeliveryState = v.picklist(['waiting', 'delivered', 'undelivered', 'stopped']);
export type DeliveryState = v.InferOutput<typeof DeliveryState>;

/** A delivery as its item stores it. */
const StoredDelivery = v.looseObject({
  merchantId: v.string(),
  eventId: v.string(),
  version: v.number(),
  state: DeliveryState,
  /** How many scheduled attempts were made; manual ones do not count. */
  tries: v.number(),
  /** When the next attempt is due; only while `waiting`. */
  dueAt: v.optional(v.string()),
  /** How often the receiver asked to wait; such an attempt is not counted. */
  waits: v.optional(v.number()),
  /** The retry of many events that made it due again last. */
  sentAgainBy: v.optional(v.string()),
  /** When the switch stopped trying. */
  gaveUpAt: v.optional(v.string()),
  /** Why it is `stopped`: `gone` for a 410, or a change of the receiver's settings. */
  stoppedBecause: v.optional(v.string()),
  attempts: v.array(DeliveryAttempt),
});

/**
 * The state of an event's delivery to its merchant, read from its item. The item names
 * `scheduledAttempts` as `tries`.
 */
export const Delivery = v.pipe(
  StoredDelivery,
  v.transform(({ tries, duePk: _, listPk: __, listSk: ___, ...delivery }) => ({
    ...delivery,
    scheduledAttempts: tries,
  })),
);
export type Delivery = v.InferOutput<typeof Delivery>;

/** A delivery without any recorded attempt. */
export const newDelivery = (merchantId: string, eventId: string): Delivery => ({
  merchantId,
  eventId,
  version: 1,
  state: 'waiting',
  scheduledAttempts: 0,
  attempts: [],
});

/** Headers that every attempt sends. */
export const plainHeaders = {
  'content-type': 'application/json',
  'user-agent': 'Hyperswitch-Backend-Server',
  via: 'HyperSwitch',
} as const;
