import { pages } from 'turnout:pages';
import { sendBytes } from '../../shared/http/egress.ts';
import { log } from '../../shared/log.ts';
import { metric } from '../../shared/metrics.ts';
import { loopbackAllowed } from '../../shared/stage.ts';
import { checkPagesJob } from '../../shared/vault/jobs/check-pages.ts';
import { vaultUrl } from '../../shared/vault/live-vault.ts';
import inventory from '../../shared/vault/pages/script-inventory.json' with { type: 'json' };

/** Runs every hour. An alarm reports a failed run, and the next run checks again. */
export const handler = checkPagesJob({
  pages,
  inventory,
  site: () => ({ url: vaultUrl(), loopbackAllowed: loopbackAllowed() }),
  send: sendBytes,
  log,
  metric,
});
