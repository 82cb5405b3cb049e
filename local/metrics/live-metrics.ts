import type { Deployment } from '../assembly/deployment.ts';
import type { Log } from '../log.ts';
import { logGroups } from '../logs/log-groups.ts';
import { type AlarmNow, alarmsOf } from './alarms.ts';
import { type Dashboard, type DashboardRange, dashboardsOf } from './dashboards.ts';
import { logMetrics } from './log-metrics.ts';
import { metricStore, type Series } from './metric-store.ts';
import { type RuntimeMetrics, runtimeMetrics } from './runtime-metrics.ts';

/** The values of an assembly's dashboards and alarms, as measured on this machine. */
export interface LiveMetrics {
  /** The dashboards of the templates with their values now. */
  dashboards(range?: DashboardRange): readonly Dashboard[];
  /** The alarms of the templates in the state that they would have, composite ones first. */
  alarms(): readonly AlarmNow[];
  /** The series of a metric that have been measured since the start. */
  series(namespace: string, name: string): readonly Series[];
  /** Reads a line, for metrics and log queries, as if it had been written to a log group. */
  readLine(logGroup: string, line: string): void;
}

/**
 * Measures the work of an assembly. It reads metrics out of the lines of functions and APIs as
 * CloudWatch does. Besides, there are those of AWS's own metrics that this machine can measure.
 *
 * A failure to measure is logged once and disturbs none of the measured work.
 */
export function liveMetrics(
  deployment: Deployment,
  log: Log,
  clock: () => number = Date.now,
): LiveMetrics & { readonly runtime: RuntimeMetrics } {
  const store = metricStore(clock);
  const groups = logGroups(clock);
  const readMetrics = logMetrics(deployment, store);
  const readLine = guarded(log, (logGroup: string, line: string) => {
    groups.add(logGroup, line);
    readMetrics(logGroup, line);
  });
  const runtime = runtimeMetrics(deployment, store, readLine, (act) => guarded(log, act));
  const dashboards = dashboardsOf(deployment, { store, groups, clock });
  const alarms = alarmsOf(deployment, store, clock);
  return {
    dashboards,
    alarms,
    series: (namespace, name) => store.find(namespace, name),
    readLine,
    runtime,
  };
}

/** Metrics must never be the reason why something fails. */
function guarded<Given extends readonly unknown[]>(
  log: Log,
  act: (...given: Given) => void,
): (...given: Given) => void {
  let hasFailed = false;
  return (...given) => {
    try {
      act(...given);
    } catch (error) {
      if (!hasFailed) log({ level: 'error', source: 'metrics', message: String(error) });
      hasFailed = true;
    }
  };
}
