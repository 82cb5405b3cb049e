import * as v from 'valibot';
import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import type { Table } from '#platform/table/table.ts';
import { reviewMinute } from '../audit/audit-review.ts';
import { sealAudit } from '../audit/audit-seals.ts';
import { AuditRecord } from '../audit/audit-trail.ts';

export interface SealAuditServices {
  readonly audit: () => Pick<Table, 'query' | 'putNew'>;
  readonly log: Log;
  readonly metric: Metric;
  readonly clock: () => Date;
}

/** A seal that is this far behind, in ms, is reported: some runs are missing by then. */
const lateMs = 5 * 60_000;

/**
 * Seals and reviews the audit trail's minutes, once a minute. The hash in the log is a copy that no
 * writer of the audit trail can reach.
 */
export const sealAuditJob =
  ({ audit, log, metric, clock }: SealAuditServices) =>
  async (): Promise<void> => {
    const sealed = await sealAudit(audit(), clock(), (minute, lines) => {
      for (const finding of reviewMinute(lines.map((line) => v.parse(AuditRecord, line)))) {
        log.info('audit finding', { minute, ...finding });
        metric('AuditFinding', 1);
      }
    });
    const { minutes, lines, minute, hash, behindMs } = sealed;
    log.info('audit sealed', { minutes, lines, minute, hash, behindMs });
    if (behindMs > lateMs) metric('AuditSealBehindSeconds', Math.round(behindMs / 1_000));
  };
