import type { VaultAccess } from './http/vault-operation.ts';

/**
 * What operations of the switch may do with the vault, in its own process and without a network:
 * each use is exactly these grants, given to roles that the vault's own stack makes.
 */
export const vaultUses = {
  /** Stores cards and their service codes. */
  'store cards': {
    tables: {
      cards: ['PutItem'],
      codes: ['GetItem', 'PutItem', 'UpdateItem'],
      keys: ['Query', 'PutItem'],
      audit: ['PutItem'],
    },
    makes: ['pan', 'face', 'fpr', 'csc'],
    opens: ['pan', 'face', 'fpr', 'csc'],
  },
  /** Reads a whole card, and takes its service code, for one call of a connector. */
  'use cards': {
    tables: {
      cards: ['GetItem'],
      codes: ['GetItem', 'DeleteItem'],
      keys: ['GetItem'],
      audit: ['PutItem'],
    },
    opens: ['pan', 'csc'],
  },
  /** Reads what may be shown of a card. */
  'describe cards': {
    tables: { cards: ['GetItem'], codes: ['BatchGetItem'], keys: ['GetItem'] },
    opens: ['face'],
  },
  /** Forgets cards. */
  'remove cards': {
    tables: { cards: ['GetItem', 'UpdateItem'], codes: ['DeleteItem'], audit: ['PutItem'] },
  },
} as const satisfies Record<string, VaultAccess>;
export type VaultUse = keyof typeof vaultUses;
