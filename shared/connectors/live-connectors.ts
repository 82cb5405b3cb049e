import { prepareConnection, send } from '#platform/http/egress.ts';
import { containerBreaker } from './circuit-breaker.ts';
import { type Connectors, httpConnectors, type SendContext } from './connectors.ts';

export { connectorNamed } from './registry.ts';

/**
 * The processors over HTTP, for one request of a merchant. They are a part because most requests
 * ask no processor.
 */
export function liveConnectors(
  context: Omit<SendContext, 'send' | 'prepareConnection' | 'breaker'>,
): Connectors {
  return httpConnectors({ ...context, send, prepareConnection, breaker: containerBreaker });
}
