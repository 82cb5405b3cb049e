import type { Delivery, DeliveryAttempt, DeliveryState } from '../events/delivery.ts';
import { maxAttempts, retryAfterSeconds } from './retry-schedule.ts';

/** The result of an attempt, before it gets its number. */
export type AttemptResult = Omit<DeliveryAttempt, 'number' | 'kind'>;

/** HTTP 410: the receiver says that it is gone for good. */
const goneStatus = 410;

/**
 * A delivery after a scheduled attempt. `dueAt` is the due time that the attempt was made for,
 * undefined for the first. An attempt for another due time than the stored one is recorded without
 * effect on the schedule, because another function has made the due attempt already. `random` is
 * from 0 to 1.
 */
export function withScheduledAttempt(
  delivery: Delivery,
  result: AttemptResult,
  { dueAt, random }: { readonly dueAt: string | undefined; readonly random: number },
): Delivery {
  const kind = delivery.attempts.length === 0 ? 'initial_attempt' : 'automatic_retry';
  const isScheduled = delivery.state === 'waiting' && delivery.dueAt === dueAt;
  const recorded = withAttempt(delivery, { ...result, kind });
  const counted = isScheduled
    ? { ...recorded, scheduledAttempts: delivery.scheduledAttempts + 1 }
    : recorded;
  if (result.delivered) return settled(counted, 'delivered');
  const waitSeconds = isScheduled && waitOf(delivery, result);
  if (waitSeconds) {
    const next = new Date(endOf(result).getTime() + waitSeconds * 1_000);
    return { ...recorded, waits: (delivery.waits ?? 0) + 1, dueAt: next.toISOString() };
  }
  if (!isScheduled) return recorded;
  if (result.status === goneStatus) return stoppedAt(counted, endOf(result), 'gone');
  if (counted.scheduledAttempts >= maxAttempts)
    return gaveUp(counted, 'undelivered', endOf(result));
  const delaySeconds = retryAfterSeconds(counted.scheduledAttempts, random);
  const next = new Date(endOf(result).getTime() + delaySeconds * 1_000);
  return { ...counted, dueAt: next.toISOString() };
}

/** The longest and the shortest time that a receiver may have us wait, in seconds. */
const longestWaitSeconds = 3_600;
const shortestWaitSeconds = 60;
/**
 * A receiver that asks to wait more often than this uses up attempts of the schedule, so that no
 * event waits for ever.
 */
const maxWaits = 24;

/**
 * How many seconds to wait because the receiver asked for it; undefined when the schedule decides.
 */
function waitOf({ waits = 0 }: Delivery, { retryAfterSeconds }: AttemptResult): number | undefined {
  if (retryAfterSeconds === undefined || waits >= maxWaits) return undefined;
  return Math.min(longestWaitSeconds, Math.max(shortestWaitSeconds, retryAfterSeconds));
}

/** A delivery after a manual attempt. A failure does not change the schedule. */
export function withManualAttempt(delivery: Delivery, result: AttemptResult): Delivery {
  const recorded = withAttempt(delivery, { ...result, kind: 'manual_retry' });
  return result.delivered ? settled(recorded, 'delivered') : recorded;
}

/** A delivery whose receiver is gone. A settled delivery stays as it is. */
export const stopped = (delivery: Delivery, at: Date, reason: string): Delivery =>
  delivery.state === 'waiting' ? stoppedAt(delivery, at, reason) : delivery;

const stoppedAt = (delivery: Delivery, at: Date, stoppedBecause: string): Delivery => ({
  ...gaveUp(delivery, 'stopped', at),
  stoppedBecause,
});

/**
 * A delivery that is made again from the first attempt on, because a retry of many events asks for
 * it. One that was delivered stays delivered, and the same retry asks once.
 */
export function sentAgain(delivery: Delivery, dueAt: string, mark: string): Delivery {
  if (delivery.state === 'delivered' || delivery.sentAgainBy === mark) return delivery;
  const { waits: _, ...rest } = settled(delivery, 'waiting');
  return { ...rest, scheduledAttempts: 0, dueAt, sentAgainBy: mark };
}

/**
 * A delivery whose attempt is postponed, because its slow receiver has enough attempts running. No
 * attempt was made, so none is counted. `dueAt` is the due time of the attempt, undefined for the
 * first. An attempt for another due time than the stored one is not postponed.
 */
export function postponed(
  delivery: Delivery,
  until: Date,
  { dueAt }: { readonly dueAt: string | undefined },
): Delivery {
  const isScheduled = delivery.state === 'waiting' && delivery.dueAt === dueAt;
  return isScheduled ? { ...delivery, dueAt: until.toISOString() } : delivery;
}

/** Whether the attempt with this due time is still to be made. */
export const isDue = ({ state, dueAt }: Delivery, due: string): boolean =>
  state === 'waiting' && dueAt === due;

/** Whether the last attempt failed because the receiver took too long. */
export const lastTimedOut = (delivery: Delivery | undefined): boolean =>
  delivery?.attempts.at(-1)?.error?.startsWith('timeout') ?? false;

function settled(
  { dueAt: _, gaveUpAt: __, stoppedBecause: ___, ...delivery }: Delivery,
  state: DeliveryState,
) {
  return { ...delivery, state };
}

const gaveUp = (delivery: Delivery, state: DeliveryState, at: Date): Delivery => ({
  ...settled(delivery, state),
  gaveUpAt: at.toISOString(),
});

/** Enough for all scheduled attempts and for many manual ones. */
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
