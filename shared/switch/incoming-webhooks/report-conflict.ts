import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import type { WebhookSender } from './webhook-sender.ts';

export interface ConflictServices {
  readonly log: Log;
  readonly metric: Metric;
}

interface Conflict {
  /** The ids of the webhook's subject: `{ paymentId: 'pay_1' }`. */
  readonly subject: Readonly<Record<string, string>>;
  /** In which it is over. */
  readonly status: string;
  /** The processor's reported result, which cannot be true in this status. */
  readonly result: string;
}

/**
 * Raises the alarm about an outcome that changes nothing: an operator has to find out which is
 * true.
 */
export function reportConflict(
  { subject, status, result }: Conflict,
  { merchantId, requestId }: WebhookSender,
  { log, metric }: ConflictServices,
): void {
  const error = new Error(`It is ${status}, and the processor says ${result}.`);
  log.error('processor contradicts itself', error, { merchantId, requestId, ...subject });
  metric('ConflictingOutcome', 1);
}
