import { type Log, log } from '../log.ts';
import type { Item, Table } from '../table/table.ts';
import type { ListDefinition } from './list-definition.ts';
import { countMoves, type Move } from './move-counts.ts';
import { listingJob } from './project-changes.ts';
import { relistEntries, uncountedMoves } from './relist-entries.ts';
import type { Shards } from './shards.ts';

/** Writes rows anew from the present items, whose earlier rows are unknown. */
export interface Relisting {
  /** Writes the rows of items, and returns the keys of those that could not be listed. */
  relist(items: readonly Item[]): Promise<readonly string[]>;
  /**
   * Counts the objects whose rows say that they were never counted, once all items were given;
   * returns their number.
   */
  countLeft(): Promise<number>;
}

/** @param registry all lists */
export function createRelisting(
  {
    registry,
    table,
    shards,
  }: {
    readonly registry: readonly ListDefinition[];
    readonly table: Table;
    readonly shards: Shards;
  },
  to: Log = log,
  clock: () => number = Date.now,
): Relisting {
  const moves: Move[] = [];
  const write = listingJob({ registry, table }, to, async (listings) => {
    const entries = listings.map(({ entry }) => ({ entry }));
    await relistEntries(table, shards, entries);
    moves.push(...(await uncountedMoves(table, shards, entries, clock())));
  });
  return {
    relist: (items) =>
      write(
        items.map((after) => ({ number: `${after.pk} ${after.sk}`, before: undefined, after })),
      ),
    async countLeft() {
      await countMoves(table, moves);
      return moves.length;
    },
  };
}
