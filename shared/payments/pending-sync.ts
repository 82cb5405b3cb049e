import * as v from 'valibot';

/** That a processor has been asked and has not answered for good. */
export const PendingSync = v.object({
  since: v.string(),
  /** When it is looked at again. */
  nextAt: v.string(),
  /** How often that was done. */
  checks: v.number(),
});
export type PendingSync = v.InferOutput<typeof PendingSync>;

/** Seconds until what waits is looked at for the first time, and from then on. */
const firstSyncSeconds = 60;
const nextSyncSeconds = 300;

/** A customer who has not come back soon may still, and is asked after less often. */
const absentCustomerSeconds = 3_600;
const frequentSyncs = 5;

const plusSeconds = (now: Date, seconds: number) =>
  new Date(now.getTime() + seconds * 1_000).toISOString();

/** What waits from now on. */
export const scheduleFirstSync = (now: Date): PendingSync => ({
  since: now.toISOString(),
  nextAt: plusSeconds(now, firstSyncSeconds),
  checks: 0,
});

/** The same after one more look that brought nothing for good. */
export const scheduleNextSync = (
  pendingSync: PendingSync,
  now: Date,
  forWhom: 'the processor' | 'the customer' = 'the processor',
): PendingSync => ({
  ...pendingSync,
  checks: pendingSync.checks + 1,
  nextAt: plusSeconds(
    now,
    forWhom === 'the customer' && pendingSync.checks >= frequentSyncs
      ? absentCustomerSeconds
      : nextSyncSeconds,
  ),
});

/** How long after we asked, a connector that knows nothing will never know: the callerHash is long gone. */
const arrivalMs = 60_000;

/** Whether a question that was asked then must have arrived by now, if it ever does. */
export const isPastArrival = (askedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(askedAt) >= arrivalMs;
