import type { lambdaOver } from '#platform/http/edge/lambda.ts';
import type { Table } from '#platform/table/table.ts';
import type { MasterKey } from '#vault/callers/master-key.ts';
import type { VaultImplemented } from '#vault/http/vault-implement.ts';
import type { VaultOperation } from '#vault/http/vault-operation.ts';
import type { VaultEdge } from '#vault/http/vault-policy.ts';
import type { AVault } from './a-vault.ts';

/** The parts that the handlers of a vault in memory share, and that tests turn and look at. */
export interface VaultInMemory {
  readonly vault: AVault;
  readonly clock: { now: Date };
  readonly logged: string[];
  /** The secret of the master key: its text, and since when. */
  readonly secret: { value: string; since: Date };
  readonly master: MasterKey;
  /** An API key of a tenant, made when it is asked for the first time. */
  tenantKey(tenant: string): Promise<string>;
  readonly edge: () => VaultEdge;
  /** The switch's table: operators' keys, and their ranges of cards. */
  readonly operators: Table;
  /** Makes a handler of an operation that was implemented. */
  serve<O extends VaultOperation, S>(
    implemented: VaultImplemented<O, S>,
    services: () => S,
  ): ReturnType<typeof lambdaOver>;
}
