import * as v from 'valibot';

/** That a processor has been asked and has not answered for good. */
export const Waiting = v.object({
  since: v.string(),
  /** When it is looked at again. */
  nextAt: v.string(),
  /** How often that was done. */
  checks: v.number(),
});
export type Waiting = v.InferOutput<typeof Waiting>;

/** Seconds until what waits is looked at for the first time, and from then on. */
const firstLookSeconds = 60;
const nextLookSeconds = 300;

/** A customer who has not come back soon may still, and is asked after less often. */
const absentCustomerSeconds = 3_600;
const soonLooks = 5;

const plusSeconds = (now: Date, seconds: number) =>
  new Date(now.getTime() + seconds * 1_000).toISOString();

/** What waits from now on. */
export const waitingFrom = (now: Date): Waiting => ({
  since: now.toISOString(),
  nextAt: plusSeconds(now, firstLookSeconds),
  checks: 0,
});

/** The same after one more look that brought nothing for good. */
export const waitingOn = (
  waiting: Waiting,
  now: Date,
  forWhom: 'the processor' | 'the customer' = 'the processor',
): Waiting => ({
  ...waiting,
  checks: waiting.checks + 1,
  nextAt: plusSeconds(
    now,
    forWhom === 'the customer' && waiting.checks >= soonLooks
      ? absentCustomerSeconds
      : nextLookSeconds,
  ),
});

/** How long after we asked, a connector that knows nothing will never know: the asker is long gone. */
const surelyAskedMs = 60_000;

/** Whether a question that was asked then must have arrived by now, if it ever does. */
export const isLongAgo = (askedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(askedAt) >= surelyAskedMs;
