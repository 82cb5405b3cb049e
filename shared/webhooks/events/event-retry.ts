import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { canonical } from '#platform/canonical.ts';

/** Which undelivered events a retry sends again. All of it is decided when it is ordered. */
const RetriedEvents = v.object({
  /** Creation times, both inclusive and none after the order; ISO 8601. */
  from: v.string(),
  until: v.string(),
  /** Facets of the list of events, each with its wanted values. */
  types: v.optional(v.array(v.string())),
  classes: v.optional(v.array(v.string())),
  profileId: v.optional(v.string()),
  objectId: v.optional(v.string()),
  /** An endpoint; the identifier of the profile for its `webhook_url`. */
  endpointId: v.optional(v.string()),
});

/**
 * An order to send many events again, oldest first, at a rate. It is carried out in steps of ten
 * seconds, five a minute. Of each step it is stored how far it came, so a step that dies is made again, and a step
 * that is made twice counts once.
 */
export const EventRetry = v.looseObject({
  /** Derived from the request, so that the same request names the same retry. */
  id: v.string(),
  merchantId: v.string(),
  version: v.number(),
  /** How often it was ordered; a finished retry may be ordered again. */
  run: v.number(),
  state: v.picklist(['running', 'completed', 'stopped']),
  /** Why it was ordered: by a request, or because an endpoint was switched on again. */
  reason: v.picklist(['requested', 'switched_on']),
  /** Why it is `stopped`: by a request, or because its endpoint is gone or switched off. */
  stoppedBecause: v.optional(v.picklist(['requested', 'endpoint_gone'])),
  events: RetriedEvents,
  eventsPerSecond: v.number(),
  /** How far it came: the last time, and how many undelivered events of that time it has seen. */
  reached: v.optional(v.object({ at: v.string(), seen: v.number() })),
  /** How many events it has sent again, and how many it left out, since they have no receiver. */
  sent: v.number(),
  skipped: v.number(),
  createdAt: v.string(),
  endedAt: v.optional(v.string()),
  /** When its next step is due; only while it runs. */
  dueAt: v.optional(v.string()),
});
export type EventRetry = v.InferOutput<typeof EventRetry>;

/** The rate of a retry that states none, and the highest, in events per second. */
export const usualRate = 10;
export const highestRate = 50;

/** How long one step's events are spread over, in seconds. */
export const stepSeconds = 10;

/** The id of a retry, derived from its request. */
export const retryIdOf = (asked: object): string =>
  `evr_${createHash('sha256').update(canonical(asked)).digest('hex').slice(0, 20)}`;

/** Marks the deliveries that a run of a retry has sent again. */
export const markOf = ({ id, run }: Pick<EventRetry, 'id' | 'run'>): string => `${id}/${run}`;

/**
 * Orders a retry, or orders it again after it has ended. Its first step is made when the search of
 * every minute finds it.
 */
export function orderedRetry(
  wanted: Pick<EventRetry, 'id' | 'merchantId' | 'reason' | 'events' | 'eventsPerSecond'>,
  before: EventRetry | undefined,
  now: Date,
): EventRetry {
  return {
    ...wanted,
    version: (before?.version ?? 0) + 1,
    run: (before?.run ?? 0) + 1,
    state: 'running',
    sent: 0,
    skipped: 0,
    createdAt: now.toISOString(),
    dueAt: now.toISOString(),
  };
}

/** A retry that is over, for any reason. One that is over already stays as it is. */
export function endedRetry(
  retry: EventRetry,
  state: 'completed' | 'stopped',
  now: Date,
  stoppedBecause?: EventRetry['stoppedBecause'],
): EventRetry {
  if (retry.state !== 'running') return retry;
  const { dueAt: _, ...rest } = retry;
  return { ...rest, state, endedAt: now.toISOString(), ...(stoppedBecause && { stoppedBecause }) };
}
