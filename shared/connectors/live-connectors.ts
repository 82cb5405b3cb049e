import { currentTime } from '#platform/clock.ts';
import { prepareConnection, send } from '#platform/http/egress.ts';
import { lazy } from '#platform/lazy.ts';
import { log } from '#platform/log.ts';
import { mostWaiting } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import { type Connectors, httpConnectors, type SendContext } from './connectors.ts';

export { connectorNamed } from './registry.ts';

/**
 * The processors over HTTP, for one request of a merchant. They are a part because most requests
 * ask no processor.
 */
export function liveConnectors(
  context: Omit<SendContext, 'send' | 'prepareConnection' | 'breaker'>,
): Connectors {
  return httpConnectors({ ...context, send, prepareConnection, breaker });
}

/** The breaker of this container. */
const breaker = lazy(() =>
  circuitBreaker({
    table: liveTable(),
    log,
    clock: () => currentTime().getTime(),
    mostWaiting: mostWaiting(),
  }),
);
