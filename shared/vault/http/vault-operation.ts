import type { Route } from '#platform/http/operation/route.ts';
import type { IndexName } from '#platform/table/port.ts';
import type { TableAction } from '#platform/table/table-action.ts';
import type { KeyClass } from '../keys/key-provider.ts';
import type { VaultErrorCode } from '../vault-error.ts';

/** Who may call an operation of the vault. */
export type VaultAuth =
  /** Any caller. */
  | 'none'
  /** A tenant's API key, in the query or in the header `api-key`. */
  | 'api key'
  /** A tenant's API key, or the operator's admin key in the header. */
  | 'api key or admin key'
  /**
   * A session token. The operation checks it, because the token's scope decides the allowed uses.
   */
  | 'session token';

/** The vault's own tables, with an operation's actions on each. */
export interface VaultTables {
  readonly cards?: readonly TableAction[];
  /** Card verification codes and their keys, which no backup contains. */
  readonly codes?: readonly TableAction[];
  /** Wrapped keys of tenants. */
  readonly keys?: readonly TableAction[];
  /** API keys, session tokens, and how often they were used. */
  readonly credentials?: readonly TableAction[];
  /** The audit trail, where records are added and never changed. */
  readonly audit?: readonly Extract<TableAction, 'PutItem' | 'Query'>[];
}
export type VaultTableName = keyof VaultTables;

/** The grants of an operation of the vault. Its role has exactly these. */
export interface VaultAccess {
  readonly tables?: VaultTables;
  readonly indexes?: readonly {
    readonly table: Exclude<VaultTableName, 'keys'>;
    readonly index: IndexName;
  }[];
  /** Root keys with which it may create tenants' keys. */
  readonly makes?: readonly KeyClass[];
  /** Root keys with which it may decrypt tenants' keys. */
  readonly opens?: readonly KeyClass[];
  /** Whether it calls URLs that tenants configure. */
  readonly egress?: boolean;
  /** Whether it is a page or a page's own route, which browsers reach only through the edge. */
  readonly page?: boolean;
  /** Whether it reads the operators' ranges of cards, where the vault reaches the switch's table. */
  readonly cardRanges?: boolean;
  /** Whether it gives browsers the URL of the card form. */
  readonly formUrl?: boolean;
}

/** One route of the vault, declared once. */
export interface VaultOperation extends Route {
  /**
   * `vault.verb-noun`, which also names its file: `vault.store-card` is
   * functions/vault/store-card.ts.
   */
  readonly name: `vault.${string}`;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly auth: VaultAuth;
  /** How the body is passed on: as parsed JSON (the default) or as the bytes received. */
  readonly bodyAs?: 'json' | 'bytes';
  /** The operation's own errors, beside those of every route. */
  readonly errors: readonly VaultErrorCode[];
  readonly access: VaultAccess;
}

/** @lazy */
export const defineVaultOperation = <const O extends VaultOperation>(operation: O): O => operation;

/** The grants for checking an API key. Operations add their own. */
const apiKeyAccess = {
  tables: { credentials: ['GetItem', 'UpdateItem'], audit: ['PutItem'] },
} as const satisfies VaultOperation['access'];

/**
 * The grants that follow from a function's authentication. Functions with an API key also read the
 * master key's secret, and those with an admin key the admin key's secret.
 */
export const accessOfAuth: Readonly<Record<VaultAuth, VaultOperation['access']>> = {
  none: {},
  'session token': {},
  'api key': apiKeyAccess,
  'api key or admin key': apiKeyAccess,
};
