import { SwitchError } from '#platform/errors.ts';
import type { Caller } from '#platform/http/callers/caller.ts';
import { type EventRetry, orderedRetry, usualRate } from './event-retry.ts';
import type { EventRetryStore } from './event-retry-store.ts';
import type { EventRetryResponse } from './retry-operations.ts';

/** How many retries of a merchant run at once, and how many are stored. */
const maxRunning = 5;
const maxStored = 100;

/** Of orders at once one is stored, so the last of the running retries has been tried so often. */
const maxAttempts = 3 * maxRunning;

/**
 * Orders a retry. A retry that runs already is returned, also where it was ordered at the same
 * moment; one that has ended is ordered again. Throws `precondition_failed` when too many run, or
 * were ordered in 30 days, and `concurrent_update`.
 */
export async function orderRetry(
  wanted: Pick<EventRetry, 'id' | 'merchantId' | 'reason' | 'events'> & {
    readonly eventsPerSecond?: number | undefined;
  },
  { retries, now }: { readonly retries: EventRetryStore; readonly now: Date },
): Promise<EventRetry> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const known = await retries.all(wanted.merchantId);
    const before = known.retries.find(({ id }) => id === wanted.id);
    if (before?.state === 'running') return before;
    checkNumbers(known.retries, before);
    const { eventsPerSecond = usualRate } = wanted;
    const retry = orderedRetry({ ...wanted, eventsPerSecond }, before, now);
    const ordered = await retries.order(retry, known);
    if (ordered) return ordered;
  }
  throw new SwitchError('concurrent_update');
}

function checkNumbers(all: readonly EventRetry[], before: EventRetry | undefined): void {
  const running = all.filter(({ state }) => state === 'running');
  if (running.length >= maxRunning) {
    fail(`${maxRunning} retries run already: ${running.map(({ id }) => id).join(', ')}`);
  }
  if (!before && all.length >= maxStored) {
    fail(`A merchant orders at most ${maxStored} retries in 30 days`);
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
