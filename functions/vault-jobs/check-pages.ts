import { pages } from 'turnout:pages';
import { sendBytes } from '#platform/http/egress/egress.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { loopbackAllowed } from '#platform/stage.ts';
import { checkPagesJob } from '#vault/jobs/check-pages.ts';
import { vaultUrl } from '#vault/live-vault.ts';
import inventory from '#vault/pages/script-inventory.json' with { type: 'json' };

/** Runs every hour. An alarm reports a failed run, and the next run checks again. */
export const handler = checkPagesJob({
  pages,
  inventory,
  site: () => ({ url: vaultUrl(), loopbackAllowed: loopbackAllowed() }),
  send: sendBytes,
  log,
  metric,
});
