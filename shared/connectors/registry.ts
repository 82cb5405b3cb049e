import type { Connector } from './interface/connector.ts';
import { sandboxConnectors } from './sandbox/sandbox.ts';

/** Every connector that has an adapter. */
export const connectors: readonly Connector[] = [...sandboxConnectors];

/** The adapter of a `connector_name`; undefined when we have none. */
export const connectorNamed = (name: string): Connector | undefined => byName.get(name);

const byName: ReadonlyMap<string, Connector> = new Map(
  connectors.map((connector) => [connector.name, connector]),
);
