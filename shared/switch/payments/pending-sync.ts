import * as v from 'valibot';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';

/** A request to a processor without a final outcome, and the time of its next sync. */
export const PendingSync = v.object({
  since: v.string(),
  /** When the next sync is due. */
  nextAt: v.string(),
  /** The number of syncs so far. */
  checks: v.number(),
});
export type PendingSync = v.InferOutput<typeof PendingSync>;

/** Seconds until the first sync, and between further syncs. */
const firstSyncSeconds = 60;
const nextSyncSeconds = 300;

/**
 * Seconds between syncs for a customer who did not return soon and may still, and for a webhook
 * that did not come soon.
 */
const rareSyncSeconds = 3_600;
const frequentSyncs = 5;

const plusSeconds = (now: Date, seconds: number) =>
  new Date(now.getTime() + seconds * 1_000).toISOString();

/** A new pending sync. */
export const scheduleFirstSync = (now: Date): PendingSync => ({
  since: now.toISOString(),
  nextAt: plusSeconds(now, firstSyncSeconds),
  checks: 0,
});

/** The pending sync after one more sync without a final outcome. */
export const scheduleNextSync = (
  pendingSync: PendingSync,
  now: Date,
  awaited: 'the processor' | 'the customer' | 'a webhook' = 'the processor',
): PendingSync => ({
  ...pendingSync,
  checks: pendingSync.checks + 1,
  nextAt: plusSeconds(
    now,
    awaited !== 'the processor' && pendingSync.checks >= frequentSyncs
      ? rareSyncSeconds
      : nextSyncSeconds,
  ),
});

interface Syncable {
  readonly pendingSync?: PendingSync | undefined;
  readonly modifiedAt: string;
}

/**
 * The same with a sync due now, as soon as this is saved; the same object when one is due already.
 */
export function withSyncNow<Pending extends Syncable>(item: Pending, now: Date): Pending {
  const { pendingSync } = item;
  if (pendingSync && Date.parse(pendingSync.nextAt) <= now.getTime()) return item;
  const at = now.toISOString();
  return {
    ...item,
    pendingSync: { since: at, checks: 0, ...pendingSync, nextAt: at },
    modifiedAt: at,
  };
}

/** Milliseconds in which unverified webhooks cause one sync of an object at most. */
const unverifiedPauseMs = 60_000;

/**
 * The same because of a webhook that could not be verified: at most once a minute, however many are
 * sent.
 */
export function withSyncOfUnverified<
  Pending extends Syncable & { readonly unverifiedWebhookAt?: string | undefined },
>(item: Pending, now: Date): Pending {
  const { unverifiedWebhookAt } = item;
  const isTooSoon =
    unverifiedWebhookAt !== undefined &&
    now.getTime() - Date.parse(unverifiedWebhookAt) < unverifiedPauseMs;
  const next = isTooSoon ? item : withSyncNow(item, now);
  return next === item ? item : { ...next, unverifiedWebhookAt: now.toISOString() };
}

/**
 * How long a request may take to arrive at a connector, in milliseconds. After that, a connector
 * that does not know it never will.
 */
const arrivalMs = 60_000;

/** Whether a request sent at this time has arrived, if it ever does. */
export const isPastArrival = (askedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(askedAt) >= arrivalMs;

/** The same of a change that is missing in this outcome: its processor may be behind. */
export const isPastSync = (askedAt: string, outcome: PaymentOutcome, now: Date): boolean => {
  const lagSeconds = ('lagSeconds' in outcome && outcome.lagSeconds) || 0;
  return isPastArrival(askedAt, new Date(now.getTime() - lagSeconds * 1_000));
};
