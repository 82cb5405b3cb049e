import { log } from '../../shared/log.ts';
import { metric } from '../../shared/metrics.ts';
import { sealAuditJob } from '../../shared/vault/jobs/seal-audit.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';

/** Runs every minute. The next run makes up for a failed one. */
export const handler = sealAuditJob({
  audit: () => liveVault().table('audit'),
  log,
  metric,
  clock: () => new Date(),
});
