import { TurnoutTimeoutError } from './errors.ts';
import { pause } from './pause.ts';

interface WithStatus {
  readonly status: string;
}

export interface WaitOptions<P extends WithStatus> {
  /**
   * A status, several, or a test of the payment. Unless stated: until the payment is final, or
   * waits for the merchant or the customer.
   */
  readonly until?: P['status'] | readonly P['status'][] | ((payment: P) => boolean);
  /** A minute unless stated. */
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
 * @throws TurnoutTimeoutError
 */
export async function waitForPayment<P extends WithStatus>(
  retrieve: () => Promise<P>,
  paymentId: string,
  { until, timeoutMs = 60_000, signal }: WaitOptions<P>,
): Promise<P> {
  const deadline = Date.now() + timeoutMs;
  for (let waitMs = 500; ; waitMs = Math.min(5_000, waitMs * 1.5)) {
    const payment = await retrieve();
    if (isReached(payment, until) || finalStatuses.has(payment.status)) return payment;
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) {
      throw new TurnoutTimeoutError(
        `Payment ${paymentId} is ${payment.status} after ${timeoutMs} ms.`,
      );
    }
    await pause(Math.min(waitMs, leftMs), signal);
  }
}

function isReached<P extends WithStatus>(payment: P, until: WaitOptions<P>['until']): boolean {
  if (until === undefined) return !underWay.has(payment.status);
  if (typeof until === 'function') return until(payment);
  return (typeof until === 'string' ? [until] : until).includes(payment.status);
}
