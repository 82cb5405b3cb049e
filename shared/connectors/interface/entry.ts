import type { About } from './about.ts';
import type { Connector } from './connector.ts';
import type { DeclineTable } from './decline-table.ts';

/** A connector as its folder exports it: `about.ts`, `connector.ts` and `declines.ts`. */
export interface ConnectorEntry {
  readonly about: About;
  /** Its behaviour, made when it is first asked. */
  readonly connector: () => Connector;
  readonly declines: DeclineTable;
}
