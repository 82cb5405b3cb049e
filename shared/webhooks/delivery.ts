import * as v from 'valibot';
import { maxAttempts, retryAfterSeconds } from './retry-schedule.ts';

/** One try at telling a merchant. */
export const DeliveryAttempt = v.object({
  /** 1 for the first; a number stays what it is when older attempts are dropped. */
  number: v.number(),
  kind: v.picklist(['initial_attempt', 'automatic_retry', 'manual_retry']),
  at: v.string(),
  /** Milliseconds until the receiver had answered, or we had given up. */
  ms: v.number(),
  delivered: v.boolean(),
  /** The receiver's HTTP status; absent when it gave none. */
  status: v.optional(v.number()),
  error: v.optional(v.string()),
  /** Hex digits of the HMAC-SHA512 that it was sent with. */
  signature: v.optional(v.string()),
});
export type DeliveryAttempt = v.InferOutput<typeof DeliveryAttempt>;

/**
 * `waiting` for its next try, `delivered` with a 2xx, `undelivered` after all tries, or `stopped`
 * because the receiver is gone. Whatever it is, it is kept, and can be sent again by hand.
 */
export const DeliveryState = v.picklist(['waiting', 'delivered', 'undelivered', 'stopped']);
export type DeliveryState = v.InferOutput<typeof DeliveryState>;

/** How far we are with telling a merchant of one event. */
export const Delivery = v.looseObject({
  merchantId: v.string(),
  eventId: v.string(),
  version: v.number(),
  state: DeliveryState,
  /** Tries on the schedule that were made; manual ones do not count. */
  tries: v.number(),
  /** When the next try is due; only while it is waiting. */
  dueAt: v.optional(v.string()),
  /** When we stopped trying. */
  gaveUpAt: v.optional(v.string()),
  attempts: v.array(DeliveryAttempt),
});
export type Delivery = v.InferOutput<typeof Delivery>;

/** What is known of a try before it has its place among the others. */
export type AttemptResult = Omit<DeliveryAttempt, 'number' | 'kind'>;

/** A delivery of which nothing is written down yet. */
export const newDelivery = (merchantId: string, eventId: string): Delivery => ({
  merchantId,
  eventId,
  version: 1,
  state: 'waiting',
  tries: 0,
  attempts: [],
});

/** The receiver says that it is gone for good. */
const goneStatus = 410;

/**
 * A delivery after a try on the schedule. `dueAt` is the due time that the try was made for,
 * undefined for the first: a try for another one than is waited for is written down and moves
 * nothing, since somebody else has made that try already. `random` is from 0 to 1.
 */
export function afterAttempt(
  delivery: Delivery,
  result: AttemptResult,
  { dueAt, random }: { readonly dueAt: string | undefined; readonly random: number },
): Delivery {
  const kind = delivery.attempts.length === 0 ? 'initial_attempt' : 'automatic_retry';
  const isScheduled = delivery.state === 'waiting' && delivery.dueAt === dueAt;
  const recorded = withAttempt(delivery, { ...result, kind });
  const counted = isScheduled ? { ...recorded, tries: delivery.tries + 1 } : recorded;
  if (result.delivered) return settled(counted, 'delivered');
  if (!isScheduled) return recorded;
  if (result.status === goneStatus) return gaveUp(counted, 'stopped', endOf(result));
  if (counted.tries >= maxAttempts) return gaveUp(counted, 'undelivered', endOf(result));
  const delaySeconds = retryAfterSeconds(counted.tries, random);
  const next = new Date(endOf(result).getTime() + delaySeconds * 1_000);
  return { ...counted, dueAt: next.toISOString() };
}

/** A delivery after somebody had it sent by hand. A failure changes nothing about the schedule. */
export function afterManualAttempt(delivery: Delivery, result: AttemptResult): Delivery {
  const recorded = withAttempt(delivery, { ...result, kind: 'manual_retry' });
  return result.delivered ? settled(recorded, 'delivered') : recorded;
}

/** A delivery that has nowhere to go any more. One that is settled stays what it is. */
export const stopped = (delivery: Delivery, at: Date): Delivery =>
  delivery.state === 'waiting' ? gaveUp(delivery, 'stopped', at) : delivery;

/**
 * A delivery whose try is put off because its receiver lets us wait and enough others are tried there
 * at the moment. No try was made, so none is counted. `dueAt` is the due time that the try was handed
 * to us for, undefined for the first; one for another time than is waited for is not put off.
 */
export function postponed(
  delivery: Delivery,
  until: Date,
  { dueAt }: { readonly dueAt: string | undefined },
): Delivery {
  const isScheduled = delivery.state === 'waiting' && delivery.dueAt === dueAt;
  return isScheduled ? { ...delivery, dueAt: until.toISOString() } : delivery;
}

/** Whether a try that was due then is still to be made. */
export const isDue = ({ state, dueAt }: Delivery, due: string): boolean =>
  state === 'waiting' && dueAt === due;

/** Whether the last try ended because the receiver took too long. */
export const isSlow = ({ attempts }: Delivery): boolean =>
  attempts.at(-1)?.error?.startsWith('timeout') ?? false;

function settled({ dueAt: _, gaveUpAt: __, ...delivery }: Delivery, state: DeliveryState) {
  return { ...delivery, state };
}

const gaveUp = (delivery: Delivery, state: DeliveryState, at: Date): Delivery => ({
  ...settled(delivery, state),
  gaveUpAt: at.toISOString(),
});

/** All tries of the schedule, and as many by hand as anybody will look at. */
const maxStoredAttempts = 50;

function withAttempt(delivery: Delivery, attempt: Omit<DeliveryAttempt, 'number'>): Delivery {
  const number = (delivery.attempts.at(-1)?.number ?? 0) + 1;
  const attempts = [...delivery.attempts, { ...attempt, number }];
  if (attempts.length > maxStoredAttempts) {
    const oldestManual = attempts.findIndex(({ kind }) => kind === 'manual_retry');
    attempts.splice(Math.max(1, oldestManual), 1);
  }
  return { ...delivery, attempts };
}

const endOf = ({ at, ms }: AttemptResult) => new Date(Date.parse(at) + ms);
