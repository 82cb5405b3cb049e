import { type LogFields, log } from '#platform/log.ts';
import { addSubject } from '#platform/log-subject.ts';
import { metric } from '#platform/metrics.ts';
import type { RouteDecision } from './route-decision.ts';

/**
 * Adds the decision about its connector to the log lines of this request, and counts an algorithm
 * that could not be used. A plain fallback list adds nothing to the lines.
 *
 * @param about the id of the routed object, which no line names before it is saved
 */
export function reportDecision(decision: RouteDecision | undefined, about: LogFields): void {
  if (!decision) return;
  const { approach, algorithmId, rule, trouble } = decision;
  if (approach !== 'default_fallback') {
    addSubject({
      routing_approach: approach,
      ...(algorithmId !== undefined && { routing_algorithm: algorithmId }),
      ...(rule !== undefined && { routing_rule: rule }),
    });
  }
  if (trouble === undefined) return;
  metric('RoutingFallback', 1);
  const statedBy = algorithmId === undefined ? 'request' : 'algorithm';
  log.info('routing not used', { ...about, statedBy, algorithmId, trouble });
}

/** Counts the merchant's other programs that could not be used. */
export function reportTroubles(troubles: readonly string[], about: LogFields): void {
  for (const trouble of troubles) {
    metric('RoutingFallback', 1);
    log.info('program not used', { ...about, trouble });
  }
}
