import type { Metric } from '#platform/metrics.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import type { KeyProvider } from './keys/key-provider.ts';

/** The audit trail, with metrics of its failures and of refused callers for the alarms. */
export const withAuditMetrics = (audit: AuditTrail, metric: Metric): AuditTrail => ({
  async record(event) {
    if (event.result === 'refused') metric('AccessRefused', 1);
    try {
      await audit.record(event);
    } catch (error) {
      metric('AuditFailed', 1);
      throw error;
    }
  },
});

/** The key provider, with a metric for the alarm on every failure to give a key. */
export function withKeyMetrics(provider: KeyProvider, metric: Metric): KeyProvider {
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      metric('KeyUnavailable', 1);
      throw error;
    }
  };
  return {
    generate: (context) => watched(provider.generate(context)),
    unwrap: (wrapped, context) => watched(provider.unwrap(wrapped, context)),
    rewrap: (wrapped, context) => watched(provider.rewrap(wrapped, context)),
  };
}
