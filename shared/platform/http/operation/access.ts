import type { IndexName } from '../../table/port.ts';
import type { TableAction } from '../../table/table-action.ts';

/** How an operation may use uploaded files. */
export type FileUse = 'write' | 'read' | 'delete';

/** How an operation may use the vault: see `vaultUses`, which has the grants of each. */
export type VaultUse =
  | 'store cards'
  | 'store cards without cvc'
  | 'use cards'
  | 'use cards without cvc'
  | 'use copies of cards'
  | 'describe cards'
  | 'recognize cards'
  | 'remove cards'
  | 'open card forms'
  | 'check';

/**
 * The resources that an operation may reach. Its role grants exactly these, and those that `auth`
 * needs: see `tableActionsOf`.
 */
export interface Access {
  readonly table?: readonly TableAction[];
  /** Indexes it may query. */
  readonly indexes?: readonly IndexName[];
  /**
   * Whether it creates a merchant's key, or uses one to encrypt or decrypt that merchant's secrets.
   */
  readonly secrets?: readonly ('make key' | 'use key')[];
  /** Whether it sends requests to processors. */
  readonly connectors?: boolean;
  /** Whether it sends requests to servers that are no processor's: merchants' own, and Apple's. */
  readonly webhooks?: boolean;
  /** Whether it needs the limits on how often and how long payments may be refunded. */
  readonly refundLimits?: boolean;
  /** Whether it needs the sandbox processor's URL, without sending requests there. */
  readonly sandbox?: boolean;
  /** Whether it may make the sandbox processor send webhooks. */
  readonly notifies?: boolean;
  /** Whether it asks the queue of webhooks about itself. */
  readonly queue?: boolean;
  /** Whether it gives customers or processors URLs of the switch. */
  readonly publicUrl?: boolean;
  /** How it may use files that merchants upload. */
  readonly files?: readonly FileUse[];
  /** How it may use cards in the vault. */
  readonly vault?: readonly VaultUse[];
}
