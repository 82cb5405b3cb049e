import { isSwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';

/** The payment or payout, and the account that was to be asked next. */
interface StoppedFailover {
  readonly paymentId?: string;
  readonly payoutId?: string;
  readonly attemptId?: string;
  readonly connector: string;
  readonly connectorAccountId: string;
}

/**
 * Logs and counts an error that stopped a failover: the next connector of a payment or payout was
 * not asked, which would look like an ordinary decline otherwise. Another request that saved first
 * is no failure: it decides the next step.
 */
export function reportFailoverStop(error: unknown, { ...about }: StoppedFailover): void {
  if (isSwitchError(error, 'concurrent_update')) return;
  metric('FailoverStopped', 1);
  log.error('next connector not asked', error, about);
}
