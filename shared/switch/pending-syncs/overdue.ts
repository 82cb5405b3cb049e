import type { ConnectorError } from '#connectors/interface/exchange.ts';
import type { Metric } from '#platform/metrics.ts';
import { statedErrorOf } from '../payments/lifecycle/connector-error.ts';

/** An outcome of any sync; undefined when the connector could not be asked. */
export type SyncOutcome = ({ readonly result: string } & ConnectorError) | undefined;

/**
 * Whether the processor has nothing by which it could be asked, or did not find it by a search that
 * may lag. Then only a webhook, or an operator, can decide it.
 */
export const isNowhereFound = (outcome: SyncOutcome): boolean =>
  outcome?.result === 'unknown' && statedErrorOf(outcome) === undefined;

/** After this long without an answer of the processor, operators are alerted, in milliseconds. */
export const overdueAfterMs = 15 * 60_000;

/** Counts something that has had no outcome for too long, so that operators get an alarm. */
export const countOverdue = (metric: Metric, outcome: SyncOutcome): void =>
  metric(isNowhereFound(outcome) ? 'WaitingTooLong' : 'SyncOverdue', 1);
