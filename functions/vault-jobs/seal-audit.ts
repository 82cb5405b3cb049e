import { currentTime } from '#platform/clock.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { sealAuditJob } from '#vault/jobs/seal-audit.ts';
import { liveVault } from '#vault/live-vault.ts';

/** Runs every minute. The next run makes up for a failed one. */
export const handler = sealAuditJob({
  audit: () => liveVault().table('audit'),
  log,
  metric,
  clock: currentTime,
});
