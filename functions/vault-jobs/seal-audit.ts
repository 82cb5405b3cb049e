import { log } from '../../shared/log.ts';
import { sealAuditJob } from '../../shared/vault/jobs/seal-audit.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';

/** Every minute. A run that fails is made up for by the next one. */
export const handler = sealAuditJob({
  audit: () => liveVault().table('audit'),
  log,
  clock: () => new Date(),
});
