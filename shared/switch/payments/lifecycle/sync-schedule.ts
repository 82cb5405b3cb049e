import type { Payment } from '../payment.ts';
import type { PendingSync } from '../pending-sync.ts';

/** Payment methods whose money takes hours or days to arrive. */
const slowMethods: ReadonlySet<unknown> = new Set([
  'bank_transfer',
  'bank_debit',
  'voucher',
  'crypto',
]);

/**
 * Whether the money takes hours or days and the processor has confirmed that it knows the payment.
 * A payment without that confirmation is synced as often as any other.
 */
export const isSlow = ({
  requestFields,
  attempt,
}: Pick<Payment, 'requestFields' | 'attempt'>): boolean =>
  slowMethods.has(requestFields.payment_method) && attempt.connectorTransactionId !== undefined;

/** Seconds between syncs: every hour at first, then every half day. */
const hourSeconds = 3_600;
const halfDaySeconds = 43_200;
const hourlySyncs = 6;

/** Seconds until the next sync of a slow payment, after this many syncs. */
export const slowSyncSeconds = ({ checks }: Pick<PendingSync, 'checks'>): number =>
  checks < hourlySyncs ? hourSeconds : halfDaySeconds;

/** Delays the first sync of a slow payment. */
export function slowSchedule(payment: Payment, now: Date): Payment {
  const { pendingSync } = payment;
  if (!pendingSync || !isSlow(payment)) return payment;
  const nextAt = new Date(now.getTime() + slowSyncSeconds(pendingSync) * 1_000).toISOString();
  return pendingSync.nextAt < nextAt
    ? { ...payment, pendingSync: { ...pendingSync, nextAt } }
    : payment;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** After this many milliseconds without an outcome, operators are alerted. */
export const alarmAfterMs = (payment: Pick<Payment, 'requestFields' | 'attempt'>): number =>
  isSlow(payment) ? 14 * dayMs : 15 * minuteMs;
