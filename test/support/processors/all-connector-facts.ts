import { publishedAbouts } from '#connectors/abouts.ts';
import type { About } from '#connectors/interface/about.ts';
import { connectorFacts as ours } from '../built/connector-facts.ts';
import type { ConnectorFacts } from './connector-facts.ts';

/**
 * The facts of the connectors that a shared suite proves when it is loaded: ours, or one. A test
 * runs later, so a suite reads this and the next at its top.
 */
export let connectorFacts = ours;

/** The same connectors, with the simulated ones, which have no facts. */
export let provenAbouts: readonly About[] = publishedAbouts();

/** The facts of a connector; undefined where it has none, like a simulated processor. */
export const factsIfAny = (name: string): ConnectorFacts | undefined =>
  ours.get(name) ?? own.get(name);

/** The facts of a connector. Throws where it has none. */
export function factsOf(name: string): ConnectorFacts {
  const facts = factsIfAny(name);
  if (!facts) throw new Error(`${name} has no facts.`);
  return facts;
}

/** The facts of the company's own connectors that have been proven. */
const own = new Map<string, ConnectorFacts>();

/** Has the suites that are loaded meanwhile prove this connector alone. */
export async function provingAlone(
  about: About,
  facts: ConnectorFacts,
  load: () => Promise<void>,
): Promise<void> {
  own.set(about.name, facts);
  connectorFacts = new Map([[about.name, facts]]);
  provenAbouts = [about];
  try {
    await load();
  } finally {
    connectorFacts = ours;
    provenAbouts = publishedAbouts();
  }
}
