import { currentTime } from '#platform/clock.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { type SweepServices, sweepVault } from '#vault/jobs/sweep.ts';
import { liveVault } from '#vault/live-vault.ts';

let live: (() => Promise<void>) | undefined;

/** Runs every minute. The next run makes up for a failed one. */
export const handler = () => {
  live ??= sweepVault(services());
  return live();
};

function services(): SweepServices {
  const { table, cards, codes, audit } = liveVault();
  return { table, cards, codes, audit, log, metric, clock: currentTime };
}
