import type { Metric } from '../../metrics.ts';
import type { Table } from '../../table/table.ts';
import type { Authenticator } from '../callers/authenticate.ts';
import type { merchantRate } from '../callers/merchant-rate.ts';
import type { Operation } from '../operation/operation.ts';
import type { EdgeServices, Incoming } from './edge-policy.ts';

export interface SwitchEdge extends EdgeServices {
  readonly authenticator: Authenticator;
  /** Where answers are stored for repeated requests. */
  readonly table: () => Table;
  /** Counts refused and failed requests. */
  readonly metric?: Metric;
  /** Throws `too_many_requests`; absent where merchants may send any number. */
  readonly admit?: ReturnType<typeof merchantRate>;
  /** The same for payers' devices. */
  readonly admitPayer?: ReturnType<typeof merchantRate>;
}

/** A request of the switch or of the sandbox processor, on its way through the edge. */
export type SwitchRequest = Incoming<Operation, SwitchEdge>;
