import type * as v from 'valibot';
import type { IndexName } from '../../table/port.ts';
import type { TableAction } from '../../table/table-action.ts';
import type { KeyClass } from '../keys/key-provider.ts';
import type { VaultErrorCode } from '../vault-error.ts';

/** Who may call an operation of the vault. */
export type VaultAuth =
  /** Anyone. */
  | 'none'
  /** A tenant's API key, in the query or in the header `api-key`. */
  | 'api key'
  /** The same, or the operator's admin key, in the header alone. */
  | 'api key or admin key'
  /** A session token, which the operation itself checks: its scope decides what it allows. */
  | 'session token';

/** The vault's own tables, and what an operation may do to each. */
export interface VaultTables {
  readonly cards?: readonly TableAction[];
  /** Card verification codes and their keys; in no backup. */
  readonly codes?: readonly TableAction[];
  /** Wrapped keys of tenants. */
  readonly keys?: readonly TableAction[];
  /** API keys, session tokens, and how often they were used. */
  readonly credentials?: readonly TableAction[];
  /** The audit trail, to which everything is added and where nothing is changed. */
  readonly audit?: readonly Extract<TableAction, 'PutItem' | 'Query'>[];
}
export type VaultTableName = keyof VaultTables;

/** What an operation of the vault may reach; its role grants exactly this. */
export interface VaultAccess {
  readonly tables?: VaultTables;
  readonly indexes?: readonly {
    readonly table: Exclude<VaultTableName, 'keys'>;
    readonly index: IndexName;
  }[];
  /** Roots with which it may make tenants' keys. */
  readonly makes?: readonly KeyClass[];
  /** Roots with which it may open tenants' keys. */
  readonly opens?: readonly KeyClass[];
  /** Whether it calls addresses that tenants name. */
  readonly egress?: boolean;
  /** Whether it is a page, or the page's own, which a browser may reach through the edge alone. */
  readonly page?: boolean;
}

type Schema = v.GenericSchema;

/** One route of the vault, declared once. */
export interface VaultOperation {
  /** `vault.verb-noun`, which is also its file: `vault.store-card` is functions/vault/store-card.ts. */
  readonly name: `vault.${string}`;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly auth: VaultAuth;
  readonly params?: Schema;
  /** Of the query without `api_key`, which no operation gets to see. */
  readonly query?: Schema;
  readonly body?: Schema;
  /** As what the body is handed on: JSON unless stated, or the bytes exactly as they came. */
  readonly bodyAs?: 'json' | 'bytes';
  /** The largest body, in bytes; 256 KiB without it. */
  readonly bodyLimit?: number;
  /** Of a JSON answer; pages, assets and what other servers answered have none. */
  readonly response?: Schema;
  /** The refusals of its own, beside those that every route shares. */
  readonly errors: readonly VaultErrorCode[];
  readonly access: VaultAccess;
  /** What it means when the operation fails; the alarm shows it to the operator. */
  readonly impact: string;
  /** A request that it accepts, with which the suites that run over all routes begin. */
  readonly example: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
}

export const defineVaultOperation = <const O extends VaultOperation>(operation: O): O => operation;

/** What the check of an API key reaches; operations add what they do themselves. */
const apiKeyAccess = {
  tables: { credentials: ['GetItem', 'UpdateItem'], audit: ['PutItem'] },
} as const satisfies VaultOperation['access'];

/**
 * What a function may reach because of how its callers say who they are. Those with an API key read
 * the secret of the master key as well, and those with an admin key that one's.
 */
export const accessOfAuth: Readonly<Record<VaultAuth, VaultOperation['access']>> = {
  none: {},
  'session token': {},
  'api key': apiKeyAccess,
  'api key or admin key': apiKeyAccess,
};
