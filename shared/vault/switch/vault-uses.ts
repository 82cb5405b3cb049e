import type { TableAction } from '../../table/table-action.ts';
import type { VaultAccess, VaultTables } from '../http/vault-operation.ts';

/**
 * What operations of the switch may do with the vault, in its own process and without a network:
 * each use is exactly these grants, given to roles that the vault's own stack makes.
 */
export const vaultUses = {
  /** Stores cards and their service codes. */
  'store cards': {
    tables: {
      cards: ['PutItem'],
      codes: ['GetItem', 'PutItem'],
      keys: ['Query', 'PutItem'],
      audit: ['PutItem'],
    },
    makes: ['pan', 'display', 'fingerprint', 'cvc'],
    opens: ['pan', 'display', 'fingerprint', 'cvc'],
  },
  /** Stores cards that come without a service code, or whose code is not kept. */
  'store cards without cvc': {
    tables: { cards: ['PutItem'], keys: ['Query', 'PutItem'], audit: ['PutItem'] },
    makes: ['pan', 'display', 'fingerprint'],
    opens: ['pan', 'display', 'fingerprint'],
  },
  /** Reads a whole card, and takes its service code, for one call of a connector. */
  'use cards': {
    tables: {
      // That it was used is written down, so that it is kept longer.
      cards: ['GetItem', 'UpdateItem'],
      codes: ['GetItem', 'DeleteItem'],
      keys: ['GetItem'],
      audit: ['PutItem'],
    },
    opens: ['pan', 'cvc'],
  },
  /** Reads a whole card and leaves its service code where it is. */
  'use cards without cvc': {
    tables: { cards: ['GetItem', 'UpdateItem'], keys: ['GetItem'], audit: ['PutItem'] },
    opens: ['pan'],
  },
  /** Reads what may be shown of a card. */
  'describe cards': {
    tables: { cards: ['GetItem'], codes: ['BatchGetItem'], keys: ['GetItem'] },
    opens: ['display'],
  },
  /** Recognizes a number that it is shown, and reads no card. */
  'recognize cards': {
    // The making of a key is noted.
    tables: { keys: ['Query', 'PutItem'], audit: ['PutItem'] },
    makes: ['fingerprint'],
    opens: ['fingerprint'],
  },
  /** Forgets cards. */
  'remove cards': {
    tables: { cards: ['GetItem', 'UpdateItem'], codes: ['DeleteItem'], audit: ['PutItem'] },
  },
} as const satisfies Record<string, VaultAccess>;
export type VaultUse = keyof typeof vaultUses;

/** All of these together, each grant once. */
export function joinedAccess(...all: readonly VaultAccess[]): VaultAccess {
  const inTable = <A extends TableAction>(
    pick: (tables: VaultTables) => readonly A[] | undefined,
  ) => once(all.flatMap(({ tables }) => (tables && pick(tables)) ?? []));
  const indexes = all.flatMap((one) => one.indexes ?? []);
  return {
    tables: {
      cards: inTable(({ cards }) => cards),
      codes: inTable(({ codes }) => codes),
      keys: inTable(({ keys }) => keys),
      credentials: inTable(({ credentials }) => credentials),
      audit: inTable(({ audit }) => audit),
    },
    indexes: indexes.filter(
      ({ table, index }, at) =>
        at === indexes.findIndex((one) => one.table === table && one.index === index),
    ),
    makes: once(all.flatMap(({ makes = [] }) => makes)),
    opens: once(all.flatMap(({ opens = [] }) => opens)),
    egress: all.some(({ egress }) => egress),
    page: all.some(({ page }) => page),
  };
}

const once = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];
