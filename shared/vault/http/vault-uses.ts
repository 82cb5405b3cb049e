import type { VaultUse } from '#platform/http/operation/access.ts';
import type { TableAction } from '#platform/table/table-action.ts';
import type { VaultAccess, VaultTables } from './vault-operation.ts';

/**
 * The ways in which operations of the switch use the vault, in their own process and without a
 * network. Each is a set of grants for roles that the vault's stack creates.
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
  /** Stores cards without a service code, or cards whose code is not stored. */
  'store cards without cvc': {
    tables: { cards: ['PutItem'], keys: ['Query', 'PutItem'], audit: ['PutItem'] },
    makes: ['pan', 'display', 'fingerprint'],
    opens: ['pan', 'display', 'fingerprint'],
  },
  /** Reads a whole card, and takes its service code, for one call of a connector. */
  'use cards': {
    tables: {
      // A use extends the card's storage time, which the vault records.
      cards: ['GetItem', 'UpdateItem'],
      codes: ['GetItem', 'DeleteItem'],
      keys: ['GetItem'],
      audit: ['PutItem'],
    },
    opens: ['pan', 'cvc'],
  },
  /** Reads a whole card without its service code. */
  'use cards without cvc': {
    tables: { cards: ['GetItem', 'UpdateItem'], keys: ['GetItem'], audit: ['PutItem'] },
    opens: ['pan'],
  },
  /** Reads a whole card that is stored for hours, so that no use extends its storage time. */
  'use copies of cards': {
    tables: { cards: ['GetItem'], keys: ['GetItem'], audit: ['PutItem'] },
    opens: ['pan'],
  },
  /** Reads a card's masked data. */
  'describe cards': {
    tables: { cards: ['GetItem'], codes: ['BatchGetItem'], keys: ['GetItem'] },
    opens: ['display'],
  },
  /** Computes a number's fingerprint, and reads no card. */
  'recognize cards': {
    // Creating a key is recorded.
    tables: { keys: ['Query', 'PutItem'], audit: ['PutItem'] },
    makes: ['fingerprint'],
    opens: ['fingerprint'],
  },
  /** Opens the vault's card form on a page of the switch, with a session token for one card. */
  'open card forms': {
    tables: { credentials: ['PutItem'], audit: ['PutItem'] },
    formUrl: true,
  },
  /** Sees whether the vault's table of keys answers. No root opens the keys that it could read. */
  check: { tables: { keys: ['GetItem'] } },
  /** Deletes cards. */
  'remove cards': {
    tables: { cards: ['GetItem', 'UpdateItem'], codes: ['DeleteItem'], audit: ['PutItem'] },
  },
} as const satisfies Record<VaultUse, VaultAccess>;

/** The union of these grants, each once. */
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
    cardRanges: all.some(({ cardRanges }) => cardRanges),
    formUrl: all.some(({ formUrl }) => formUrl),
  };
}

const once = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];
