import { adapters } from './built/adapters.ts';
import type { Connector } from './interface/connector.ts';

/** The adapter of a `connector_name`, loaded when it is first asked; undefined when we have none. */
export const connectorNamed = (name: string): Connector | undefined => adapters.get(name);
