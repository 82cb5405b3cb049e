import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import type { TransitionFacts } from './transition-facts.ts';

/** How many of the latest authorizations of a connector are compared with those before. */
const recentCount = 50;
/** How many must have come before them, so that there is something to compare with. */
const pastCount = 200;
/** The share of authorized payments before changes as if so many were averaged. */
const memory = 1_000;
/** A recent share below this part of the earlier one is a drop. */
const dropFactor = 0.7;

interface Connector {
  recent: boolean[];
  /** The share of authorized payments, from 0 to 1, before the recent ones. */
  past: number;
  pastSeen: number;
  /** How many more are awaited before a lasting drop is logged again. */
  silentFor: number;
}

/**
 * Notices when a connector authorizes a far smaller share of payments than it did: below 70 % of
 * its own past, over its last 50 results. It compares in the memory of one container, after 250
 * results of the connector there, so it costs nothing and sees busy connectors within minutes. For
 * the others there is the dashboard. A payment that its customer did not authenticate says nothing
 * about a connector.
 */
export function authorizationDrop({
  log,
  metric,
}: {
  readonly log: Log;
  readonly metric: Metric;
}): (facts: Pick<TransitionFacts, 'connector' | 'outcome'>) => void {
  const connectors = new Map<string, Connector>();
  return ({ connector, outcome }) => {
    if (connector === undefined || (outcome !== 'authorized' && outcome !== 'declined')) return;
    const known = connectors.get(connector) ?? { recent: [], past: 0, pastSeen: 0, silentFor: 0 };
    connectors.set(connector, known);
    known.recent.push(outcome === 'authorized');
    known.silentFor = Math.max(0, known.silentFor - 1);
    if (known.recent.length <= recentCount) return;
    const oldest = known.recent.shift() ? 1 : 0;
    known.pastSeen = Math.min(memory, known.pastSeen + 1);
    known.past += (oldest - known.past) / known.pastSeen;
    if (known.pastSeen < pastCount || known.silentFor > 0) return;
    const share = known.recent.filter(Boolean).length / recentCount;
    if (share >= known.past * dropFactor) return;
    known.silentFor = recentCount;
    metric('AuthorizationDrop', 1);
    log.info('authorization rate fell', {
      connector,
      percentBefore: Math.round(100 * known.past),
      percentNow: Math.round(100 * share),
    });
  };
}
