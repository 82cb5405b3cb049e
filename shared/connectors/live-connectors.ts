// Loaded late: most requests ask no processor.
import { currentTime } from '#platform/clock.ts';
import { prepareConnection, send } from '#platform/http/egress/egress.ts';
import { mostWaiting } from '#platform/stage.ts';
import type { Table } from '#platform/table/table.ts';
import { type CircuitBreaker, circuitBreaker } from './circuit-breaker.ts';
import { type Connectors, httpConnectors, type SendContext } from './connectors.ts';

export { connectorNamed } from './registry.ts';

interface LiveContext extends Omit<SendContext, 'send' | 'prepareConnection' | 'breaker'> {
  /** Where containers share the states of processors; absent where no account is asked for. */
  readonly table?: Table;
}

/**
 * The processors over HTTP, for one request of a merchant. They are a part because most requests
 * ask no processor.
 */
export function liveConnectors({ table, ...context }: LiveContext): Connectors {
  const breaker = table && breakerOver(table, context.log);
  return httpConnectors({ ...context, send, prepareConnection, ...(breaker && { breaker }) });
}

/** The breaker of this container. */
let ofContainer: CircuitBreaker | undefined;

function breakerOver(table: Table, log: LiveContext['log']): CircuitBreaker {
  ofContainer ??= circuitBreaker({
    table,
    log,
    clock: () => currentTime().getTime(),
    mostWaiting: mostWaiting(),
  });
  return ofContainer;
}
