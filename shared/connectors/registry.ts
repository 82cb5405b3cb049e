import type { Connector } from './interface/connector.ts';
import { sandboxConnectors } from './sandbox/sandbox.ts';

/** The adapter of a `connector_name`; undefined when we have none. */
export const connectorNamed = (name: string): Connector | undefined => connectors.get(name);

const connectors: ReadonlyMap<string, Connector> = new Map(
  sandboxConnectors.map((connector) => [connector.name, connector]),
);
