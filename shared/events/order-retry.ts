import { isSwitchError, SwitchError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { type EventRetry, orderedRetry, usualRate } from './event-retry.ts';
import type { EventRetryStore } from './event-retry-store.ts';
import type { EventRetryResponse } from './retry-operations.ts';

/** How many retries of a merchant run at once, and how many are stored. */
const maxRunning = 5;
const maxStored = 100;

/**
 * Orders a retry. One that runs already is the answer, whoever ordered it and at the same moment;
 * one that has ended is ordered again. Throws `precondition_failed` when too many run, or were
 * ordered in 30 days, and `concurrent_update`.
 */
export async function orderRetry(
  wanted: Pick<EventRetry, 'id' | 'merchantId' | 'reason' | 'events'> & {
    readonly eventsPerSecond?: number | undefined;
  },
  { retries, now }: { readonly retries: EventRetryStore; readonly now: Date },
): Promise<EventRetry> {
  const all = await retries.all(wanted.merchantId);
  const before = all.find(({ id }) => id === wanted.id);
  if (before?.state === 'running') return before;
  const running = all.filter(({ state }) => state === 'running');
  if (running.length >= maxRunning) {
    fail(`${maxRunning} retries run already: ${running.map(({ id }) => id).join(', ')}`);
  }
  if (!before && all.length >= maxStored) {
    fail(`A merchant orders at most ${maxStored} retries in 30 days`);
  }
  const { eventsPerSecond = usualRate } = wanted;
  const retry = orderedRetry({ ...wanted, eventsPerSecond }, before, now);
  if (!before) return (await retries.add(retry)) ?? retry;
  try {
    return await retries.save(retry);
  } catch (error) {
    if (!isSwitchError(error, 'concurrent_update')) throw error;
    // Somebody else ordered it again at this moment.
    const place = { merchantId: wanted.merchantId, retryId: wanted.id };
    const other = await retries.find(place);
    if (other?.state !== 'running') throw error;
    return other;
  }
}

function fail(message: string): never {
  throw new SwitchError('precondition_failed', { message });
}

/** Whether a caller may see a retry. One that acts for a profile sees those of the profile. */
export const retryReachedBy = ({ events }: EventRetry, caller: Caller): boolean => {
  const own = 'profileId' in caller ? caller.profileId : undefined;
  return own === undefined || own === events.profileId;
};

/** A retry as merchants see it. */
export function presentRetry(retry: EventRetry): EventRetryResponse {
  const { events, reached, endedAt, stoppedBecause } = retry;
  const { types, classes, objectId, profileId, endpointId } = events;
  return {
    retry_id: retry.id,
    merchant_id: retry.merchantId,
    status: retry.state,
    reason: retry.reason,
    ...(stoppedBecause && { stopped_because: stoppedBecause }),
    created_after: events.from,
    created_before: events.until,
    ...(classes && { event_classes: classes }),
    ...(types && { event_types: types }),
    ...(objectId !== undefined && { object_id: objectId }),
    ...(profileId !== undefined && { profile_id: profileId }),
    ...(endpointId !== undefined && { endpoint_id: endpointId }),
    events_per_second: retry.eventsPerSecond,
    sent: retry.sent,
    skipped: retry.skipped,
    reached: reached?.at ?? null,
    created: retry.createdAt,
    ended: endedAt ?? null,
  };
}
