import { connectorFacts } from '../built/connector-facts.ts';
import type { ConnectorFacts } from './connector-facts.ts';

export { connectorFacts };

/** The facts of a connector. Throws where it has none, like a simulated processor. */
export function factsOf(name: string): ConnectorFacts {
  const facts = connectorFacts.get(name);
  if (!facts) throw new Error(`${name} has no facts.`);
  return facts;
}
