import type { VaultTableName } from '#vault/http/vault-operation.ts';
import { vaultOperations } from '#vault/operations.ts';

/** The cost of a piece of work at one table. */
export interface TableCost {
  readonly calls: number;
  readonly writeUnits: number;
  readonly readUnits: number;
}

/** The cost of a piece of work at the vault's tables and its key service. */
export interface VaultWorkCost {
  /**
   * Round trips that wait for one another, those to the key service among them; asking a target is
   * none.
   */
  readonly steps: number;
  /** Calls of the key service. */
  readonly keyService: number;
  /** Of the tables that are asked. */
  readonly tables: Readonly<Partial<Record<VaultTableName, TableCost>>>;
}

export interface VaultWorkBudget {
  /** In a container that has done the same before: the keys of the tenant are in memory. */
  readonly warm: VaultWorkCost;
  /** In a container that has just started. */
  readonly cold: VaultWorkCost;
}

const at = (calls: number, writeUnits: number, readUnits: number): TableCost => ({
  calls,
  writeUnits,
  readUnits,
});

const cost = (steps: number, tables: VaultWorkCost['tables'], keyService = 0): VaultWorkCost => ({
  steps,
  keyService,
  tables,
});

const always = (each: VaultWorkCost): VaultWorkBudget => ({ warm: each, cold: each });
const warmed = (warm: VaultWorkCost, cold: VaultWorkCost): VaultWorkBudget => ({ warm, cold });

const storedOnce = warmed(
  cost(8, {
    cards: at(1, 3, 0),
    codes: at(1, 2, 0),
    credentials: at(6, 3, 3),
    audit: at(2, 4, 0),
  }),
  cost(
    14,
    {
      cards: at(1, 3, 0),
      codes: at(2, 2, 1),
      keys: at(3, 0, 3),
      credentials: at(6, 3, 3),
      audit: at(2, 4, 0),
    },
    4,
  ),
);

// A claim in the session token's item, and the answer in it: a repeat stores nothing.
const typedCard = warmed(
  cost(8, {
    cards: at(1, 3, 0),
    codes: at(1, 2, 0),
    credentials: at(4, 2, 2),
    audit: at(2, 4, 0),
  }),
  cost(
    14,
    {
      cards: at(1, 3, 0),
      codes: at(2, 2, 1),
      keys: at(3, 0, 3),
      credentials: at(4, 2, 2),
      audit: at(2, 4, 0),
    },
    4,
  ),
);

const capturedCard = warmed(
  cost(7, {
    cards: at(4, 3, 3),
    codes: at(1, 2, 0),
    credentials: at(4, 1, 3),
    audit: at(2, 4, 0),
  }),
  cost(
    11,
    {
      cards: at(4, 3, 3),
      codes: at(2, 2, 1),
      keys: at(3, 0, 3),
      credentials: at(4, 1, 3),
      audit: at(2, 4, 0),
    },
    4,
  ),
);

// An address with unknown keys is counted: twice the first time, for the count that did not exist.
const refused = warmed(
  cost(2, { credentials: at(4, 2, 2), audit: at(1, 2, 0) }),
  cost(3, { credentials: at(5, 3, 2), audit: at(1, 2, 0) }),
);

/**
 * The cost of every route of the vault and every job, table by table, with its limits on: keys are
 * checked and counted, and the audit trail is written. A row begins with its operation's name; the
 * rest of its name is the case.
 */
export const vaultWorkBudgets: Readonly<Record<string, VaultWorkBudget>> = {
  ...Object.fromEntries(
    vaultOperations
      .filter(({ auth }) => auth.startsWith('api key'))
      .map(({ name }) => [`${name}, with an unknown key`, refused]),
  ),

  // A request with an API key costs three calls of `credentials`, all at once: the key, whether its
  // address is blocked, and the count of its requests: one write unit and two read units.
  'vault.list-api-keys': always(cost(3, { credentials: at(5, 1, 4.5) })),
  // A key and the number of its tenant's keys: a transaction, each write of which counts twice.
  'vault.create-api-key': always(cost(3, { credentials: at(4, 6, 2), audit: at(1, 2, 0) })),
  'vault.create-api-key, by the operator': always(
    cost(3, { credentials: at(4, 6, 2), audit: at(1, 2, 0) }),
  ),
  'vault.retrieve-api-key': always(cost(2, { credentials: at(4, 1, 3) })),
  'vault.revoke-api-key': always(cost(4, { credentials: at(5, 5, 3), audit: at(1, 2, 0) })),
  'vault.revoke-api-key, revoked before': always(cost(2, { credentials: at(4, 1, 3) })),
  // The master key is stored again, since it was deleted.
  'vault.revoke-api-key, with the master key': warmed(
    cost(5, { credentials: at(6, 5, 4), audit: at(1, 2, 0) }),
    cost(7, { credentials: at(8, 10, 5), audit: at(1, 2, 0) }),
  ),
  'vault.create-session-token': always(cost(3, { credentials: at(4, 2, 2), audit: at(1, 2, 0) })),
  'vault.create-session-token, for one card': always(
    cost(4, { cards: at(1, 0, 1), credentials: at(4, 2, 2), audit: at(1, 2, 0) }),
  ),
  // The first time the key is written down beside the others.
  'vault.create-session-token, with the master key': warmed(
    cost(4, { credentials: at(5, 2, 3), audit: at(1, 2, 0) }),
    cost(6, { credentials: at(7, 7, 4), audit: at(1, 2, 0) }),
  ),

  // A card is on two indexes, and a service code on one: three write units and two. A line of the
  // audit trail is on one: two. The line comes before the code, and the code before the card.
  // A container that has just started opens four keys: three at once, and that of the codes.
  'vault.store-card': warmed(
    cost(6, {
      cards: at(1, 3, 0),
      codes: at(1, 2, 0),
      credentials: at(4, 1, 3),
      audit: at(2, 4, 0),
    }),
    cost(
      10,
      {
        cards: at(1, 3, 0),
        codes: at(2, 2, 1),
        keys: at(3, 0, 3),
        credentials: at(4, 1, 3),
        audit: at(2, 4, 0),
      },
      4,
    ),
  ),
  'vault.store-card, without a code': warmed(
    cost(4, { cards: at(1, 3, 0), credentials: at(4, 1, 3), audit: at(1, 2, 0) }),
    cost(
      6,
      { cards: at(1, 3, 0), keys: at(3, 0, 3), credentials: at(4, 1, 3), audit: at(1, 2, 0) },
      3,
    ),
  ),
  'vault.store-card, with an idempotency key': storedOnce,
  'vault.store-card, of a tenant with keys': storedOnce,
  'vault.store-card, once more with its idempotency key': warmed(
    cost(5, { codes: at(1, 0, 1), credentials: at(6, 2, 4) }),
    cost(9, { codes: at(2, 0, 2), keys: at(1, 0, 1), credentials: at(6, 2, 4) }, 2),
  ),
  // Three keys are made at once, and then that of the codes; each has a line in the audit trail. The
  // first use of the API key in an hour is noted.
  'vault.store-card, first of a tenant': always(
    cost(
      16,
      {
        cards: at(1, 3, 0),
        codes: at(3, 4, 1),
        keys: at(9, 6, 3),
        credentials: at(5, 2, 3),
        audit: at(6, 12, 0),
      },
      4,
    ),
  ),
  'vault.store-card, first of a quarter of an hour': warmed(
    cost(
      10,
      { cards: at(1, 3, 0), codes: at(3, 4, 1), credentials: at(4, 1, 3), audit: at(3, 6, 0) },
      1,
    ),
    cost(
      12,
      {
        cards: at(1, 3, 0),
        codes: at(3, 4, 1),
        keys: at(3, 0, 3),
        credentials: at(4, 1, 3),
        audit: at(3, 6, 0),
      },
      4,
    ),
  ),
  // The card and its code at once.
  'vault.retrieve-card': warmed(
    cost(2, { cards: at(1, 0, 1), codes: at(1, 0, 1), credentials: at(3, 1, 2) }),
    cost(
      4,
      { cards: at(1, 0, 1), codes: at(1, 0, 1), keys: at(1, 0, 1), credentials: at(3, 1, 2) },
      1,
    ),
  ),
  'vault.retrieve-card, that there is not': always(
    cost(2, { cards: at(1, 0, 1), codes: at(1, 0, 1), credentials: at(3, 1, 2) }),
  ),
  'vault.retrieve-card, with a revoked key': always(
    cost(2, { credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
  ),
  // The page, then its cards and their codes at once: a read unit for each card and each code.
  'vault.list-cards': warmed(
    cost(3, { cards: at(2, 0, 10.5), codes: at(1, 0, 10), credentials: at(3, 1, 2) }),
    cost(
      5,
      { cards: at(2, 0, 10.5), codes: at(1, 0, 10), keys: at(1, 0, 1), credentials: at(3, 1, 2) },
      1,
    ),
  ),
  'vault.list-cards, the page behind a card': warmed(
    cost(4, { cards: at(3, 0, 6.5), codes: at(1, 0, 5), credentials: at(3, 1, 2) }),
    cost(
      6,
      { cards: at(3, 0, 6.5), codes: at(1, 0, 5), keys: at(1, 0, 1), credentials: at(3, 1, 2) },
      1,
    ),
  ),
  // The card leaves both indexes.
  'vault.delete-card': always(
    cost(6, {
      cards: at(2, 3, 1),
      codes: at(1, 2, 0),
      credentials: at(3, 1, 2),
      audit: at(2, 4, 0),
    }),
  ),
  'vault.delete-card, without a code': always(
    cost(5, {
      cards: at(2, 3, 1),
      codes: at(1, 1, 0),
      credentials: at(3, 1, 2),
      audit: at(1, 2, 0),
    }),
  ),
  // The dropped code is not looked for.
  'vault.authorize-card': warmed(
    cost(4, {
      cards: at(1, 0, 1),
      codes: at(1, 2, 0),
      credentials: at(3, 1, 2),
      audit: at(1, 2, 0),
    }),
    cost(
      6,
      {
        cards: at(1, 0, 1),
        codes: at(1, 2, 0),
        keys: at(1, 0, 1),
        credentials: at(3, 1, 2),
        audit: at(1, 2, 0),
      },
      1,
    ),
  ),
  'vault.authorize-card, once more': warmed(
    cost(3, { cards: at(1, 0, 1), codes: at(1, 1, 0), credentials: at(3, 1, 2) }),
    cost(
      5,
      { cards: at(1, 0, 1), codes: at(1, 1, 0), keys: at(1, 0, 1), credentials: at(3, 1, 2) },
      1,
    ),
  ),

  // A session token costs its own item and that of its API key, one after the other, and a write.
  // The pages count the visits of an address as well.
  'vault.capture-form': always(cost(4, { credentials: at(4, 2, 2) })),
  'vault.capture-form, with an unknown token': always(
    cost(4, { credentials: at(3, 2, 1), audit: at(1, 2, 0) }),
  ),
  'vault.capture-card': typedCard,
  'vault.capture-card, of a tenant with keys': typedCard,
  // Stores nothing. Ranges that operators entered are in the switch's table.
  'vault.capture-card, asked for the brands of a range': always(
    cost(3, { credentials: at(3, 1, 2) }),
  ),
  'vault.capture-card, first of a tenant': always(
    cost(
      22,
      {
        cards: at(1, 3, 0),
        codes: at(3, 4, 1),
        keys: at(9, 6, 3),
        credentials: at(4, 2, 2),
        audit: at(6, 12, 0),
      },
      4,
    ),
  ),
  'vault.show-card': warmed(
    cost(6, { cards: at(1, 0, 1), credentials: at(4, 2, 2), audit: at(1, 2, 0) }),
    cost(
      8,
      { cards: at(1, 0, 1), keys: at(1, 0, 1), credentials: at(4, 2, 2), audit: at(1, 2, 0) },
      1,
    ),
  ),
  // The use is recorded, and the card moves on the index of due dates.
  'vault.show-card, first use in a day': warmed(
    cost(7, { cards: at(2, 3, 1), credentials: at(4, 2, 2), audit: at(1, 2, 0) }),
    cost(
      9,
      { cards: at(2, 3, 1), keys: at(1, 0, 1), credentials: at(4, 2, 2), audit: at(1, 2, 0) },
      1,
    ),
  ),
  'vault.show-card, with a token that was used': always(
    cost(3, { credentials: at(2, 1, 1), audit: at(1, 2, 0) }),
  ),
  'vault.show-cvc-page': warmed(
    cost(6, { codes: at(1, 2, 0), credentials: at(4, 2, 2), audit: at(1, 2, 0) }),
    cost(8, { codes: at(2, 2, 1), credentials: at(4, 2, 2), audit: at(1, 2, 0) }, 1),
  ),
  'vault.take-cvc': warmed(
    cost(5, { codes: at(1, 2, 0), credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
    cost(7, { codes: at(2, 2, 1), credentials: at(3, 1, 2), audit: at(1, 2, 0) }, 1),
  ),
  'vault.asset': always(cost(0, {})),
  'vault.embed-script': always(cost(0, {})),

  // The tenant's destination, and the card.
  'vault.send-card': warmed(
    cost(4, { cards: at(2, 0, 2), credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
    cost(
      6,
      { cards: at(2, 0, 2), keys: at(1, 0, 1), credentials: at(3, 1, 2), audit: at(1, 2, 0) },
      1,
    ),
  ),
  // The code is lent with a line in the audit trail, and ended with another.
  'vault.send-card, with its code': warmed(
    cost(8, {
      cards: at(2, 0, 2),
      codes: at(2, 3, 0),
      credentials: at(3, 1, 2),
      audit: at(3, 6, 0),
    }),
    cost(
      12,
      {
        cards: at(2, 0, 2),
        codes: at(3, 3, 1),
        keys: at(1, 0, 1),
        credentials: at(3, 1, 2),
        audit: at(3, 6, 0),
      },
      2,
    ),
  ),
  'vault.send-card, with its code that is kept': warmed(
    cost(8, {
      cards: at(2, 0, 2),
      codes: at(2, 2, 0),
      credentials: at(3, 1, 2),
      audit: at(3, 6, 0),
    }),
    cost(
      12,
      {
        cards: at(2, 0, 2),
        codes: at(3, 2, 1),
        keys: at(1, 0, 1),
        credentials: at(3, 1, 2),
        audit: at(3, 6, 0),
      },
      2,
    ),
  ),
  'vault.send-card, first use in a day': warmed(
    cost(5, { cards: at(3, 3, 2), credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
    cost(
      7,
      { cards: at(3, 3, 2), keys: at(1, 0, 1), credentials: at(3, 1, 2), audit: at(1, 2, 0) },
      1,
    ),
  ),
  'vault.send-card, to a place that is not allowed': always(
    cost(3, { cards: at(1, 0, 1), credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
  ),
  // All that a tenant has allowed is read for each card that it sends.
  'vault.send-card, to one of a hundred places': warmed(
    cost(4, { cards: at(2, 0, 8), credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
    cost(
      6,
      { cards: at(2, 0, 8), keys: at(1, 0, 1), credentials: at(3, 1, 2), audit: at(1, 2, 0) },
      1,
    ),
  ),
  // Target, profile and settings at once; the profile is found by its name, which is a step more.
  'vault.capture-cards': capturedCard,
  'vault.capture-cards, of a tenant with keys': capturedCard,
  // Ten are stored at the same time.
  'vault.capture-cards, ten of them': warmed(
    cost(7, {
      cards: at(13, 30, 3),
      codes: at(10, 20, 0),
      credentials: at(4, 1, 3),
      audit: at(20, 40, 0),
    }),
    cost(
      11,
      {
        cards: at(13, 30, 3),
        codes: at(11, 20, 1),
        keys: at(3, 0, 3),
        credentials: at(4, 1, 3),
        audit: at(20, 40, 0),
      },
      4,
    ),
  ),
  'vault.list-destinations': always(cost(2, { cards: at(1, 0, 1), credentials: at(3, 1, 2) })),
  // The counter of creations is read first and written with each, in a transaction.
  'vault.create-destination': always(
    cost(5, { cards: at(3, 4, 2), credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
  ),
  'vault.delete-destination': always(
    cost(3, { cards: at(1, 1, 0), credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
  ),
  'vault.list-tokenization-profiles': always(
    cost(2, { cards: at(1, 0, 1), credentials: at(3, 1, 2) }),
  ),
  // A profile, its name and the count: a transaction of three writes, each at twice the price.
  'vault.create-tokenization-profile': always(
    cost(5, { cards: at(3, 6, 2), credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
  ),
  'vault.retrieve-tokenization-profile': always(
    cost(2, { cards: at(1, 0, 1), credentials: at(3, 1, 2) }),
  ),
  'vault.update-tokenization-profile': always(
    cost(4, { cards: at(2, 1, 1), credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
  ),
  // One name goes, another comes.
  'vault.update-tokenization-profile, with a new name': always(
    cost(4, { cards: at(2, 6, 1), credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
  ),
  'vault.delete-tokenization-profile': always(
    cost(4, { cards: at(2, 4, 1), credentials: at(3, 1, 2), audit: at(1, 2, 0) }),
  ),

  // All shards of both tables at once, also when nothing is due.
  'jobs.sweep': always(cost(1, { cards: at(16, 0, 8), codes: at(16, 0, 8) })),
  'jobs.sweep, of a code that has expired': always(
    cost(5, { cards: at(16, 0, 8), codes: at(19, 3, 9), audit: at(1, 2, 0) }),
  ),
  'jobs.sweep, of the key of a quarter of an hour': always(
    cost(4, { cards: at(16, 0, 8), codes: at(18, 2, 9), audit: at(1, 2, 0) }),
  ),
  'jobs.sweep, of an unused card': always(
    cost(6, { cards: at(19, 3, 10), codes: at(17, 1, 8), audit: at(1, 2, 0) }),
  ),
  // The newest seal, the four shards of one minute, and its seal.
  'jobs.seal-audit': always(cost(3, { audit: at(6, 1, 5) })),
  // Two calls to begin with, and twelve for each tenant of whom nothing has to be done.
  'jobs.rotate-keys': always(cost(12, { keys: at(14, 0, 14) })),
  'jobs.rotate-keys, of another tenant too': always(cost(22, { keys: at(26, 0, 26) })),
};
