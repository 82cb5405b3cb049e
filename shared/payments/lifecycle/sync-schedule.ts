import type { Payment } from '../payment.ts';
import type { PendingSync } from '../pending-sync.ts';

/** Methods whose money takes hours or days, and nobody can hurry it. */
const slowMethods: ReadonlySet<unknown> = new Set([
  'bank_transfer',
  'bank_debit',
  'voucher',
  'crypto',
]);

/**
 * Whether a payment waits for money that comes in hours or days. Its processor has told us that it has
 * the payment: one that we have not heard of is looked for as soon as any other.
 */
export const isSlow = ({
  requestFields,
  attempt,
}: Pick<Payment, 'requestFields' | 'attempt'>): boolean =>
  slowMethods.has(requestFields.payment_method) && attempt.connectorTransactionId !== undefined;

/** Seconds from one look to the next: at first every hour, later twice a day. */
const hourSeconds = 3_600;
const halfDaySeconds = 43_200;
const hourlySyncs = 6;

/** Seconds until a slow payment is looked at again, after so many looks. */
export const slowSyncSeconds = ({ checks }: Pick<PendingSync, 'checks'>): number =>
  checks < hourlySyncs ? hourSeconds : halfDaySeconds;

/** The payment with its first look put off, where its money is slow. */
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

/** After so many milliseconds a person should know of what a processor has not decided. */
export const alarmAfterMs = (payment: Pick<Payment, 'requestFields' | 'attempt'>): number =>
  isSlow(payment) ? 14 * dayMs : 15 * minuteMs;
