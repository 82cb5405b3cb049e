import { TurnoutTimeoutError } from './errors.ts';
import { pause } from './pause.ts';
import { checkTimeLimit, startTimeLimit } from './time-limit.ts';

interface WithStatus {
  readonly status: string;
}

export interface WaitOptions<P extends WithStatus> {
  /**
   * A status, several, or a test of the payment. Unless stated: until the payment is final, or
   * waits for the merchant or the customer.
   */
  readonly until?: P['status'] | readonly P['status'][] | ((payment: P) => boolean);
  /** For the whole wait, attempts and repeats of each request included: a minute unless stated. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** No later status follows, save for refunds and disputes. */
const finalStatuses: ReadonlySet<string> = new Set([
  'succeeded',
  'failed',
  'cancelled',
  'cancelled_post_capture',
  'partially_captured',
  'expired',
]);

/** The connector is at work, or a person at the merchant's. */
const underWay: ReadonlySet<string> = new Set([
  'processing',
  'partially_captured_and_processing',
  'review',
  'conflicted',
]);

/**
 * Retrieves a payment until it is as wanted, or final, at growing intervals.
 *
 * @param retrieve ends when its signal aborts: when the time is over, or by the caller's signal
 * @throws TurnoutTimeoutError when the time is over, or the reason of the caller's signal
 */
export async function waitForPayment<P extends WithStatus>(
  retrieve: (signal: AbortSignal) => Promise<P>,
  paymentId: string,
  { until, timeoutMs = 60_000, signal }: WaitOptions<P>,
): Promise<P> {
  checkTimeLimit(timeoutMs);
  signal?.throwIfAborted();
  let known = 'has no known status';
  const end = new AbortController();
  const endLimit = startTimeLimit(timeoutMs, () =>
    end.abort(new TurnoutTimeoutError(`Payment ${paymentId} ${known} after ${timeoutMs} ms.`)),
  );
  const onAbort = () => end.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    for (let waitMs = 500; ; waitMs = Math.min(5_000, waitMs * 1.5)) {
      const payment = await retrieve(end.signal);
      if (isReached(payment, until) || finalStatuses.has(payment.status)) return payment;
      known = `is ${payment.status}`;
      await pause(waitMs, end.signal);
    }
  } finally {
    endLimit();
    signal?.removeEventListener('abort', onAbort);
  }
}

function isReached<P extends WithStatus>(payment: P, until: WaitOptions<P>['until']): boolean {
  if (until === undefined) return !underWay.has(payment.status);
  if (typeof until === 'function') return until(payment);
  return (typeof until === 'string' ? [until] : until).includes(payment.status);
}
