import type { Table } from '../table/table.ts';
import { type CountedCell, readCellsByShard } from './list-counts.ts';
import { type Facets, listPartition, rowRange, timesOfSlot } from './list-entry.ts';
import type { ListRow } from './list-row.ts';
import { readRows, readRowsUntilEnough } from './list-rows.ts';
import { ever, type Search } from './list-search.ts';
import { partialSlots } from './time-buckets.ts';

/** How many entities have exactly these facets. */
export interface FacetCount {
  readonly facets: Facets;
  /** At least 1. */
  readonly count: number;
}

/**
 * Counts the matching entities of the requested creation time, by their facets. Adds up the stored
 * counts of whole six-hour slots. Of a slot that the time only touches, it reads the rows.
 */
export async function countFacets(
  table: Table,
  search: Search,
  moves: boolean,
): Promise<readonly FacetCount[]> {
  const { from, until, isWanted } = search;
  const partial = partialSlots({ from, until });
  const partition = (shard: number) => listPartition(search.owner, search.list, shard);
  const rowsOfShards = moves
    ? undefined
    : Promise.all(
        Array.from({ length: search.shards }, (_, shard) =>
          Promise.all(
            [...partial.values()].map(({ part }) =>
              readRows(table, [partition(shard)], {
                ...rowRange(part.from, part.until),
                descending: false,
              }),
            ),
          ),
        ),
      );
  // When the counts cannot be read, this result is discarded.
  rowsOfShards?.catch(() => {});
  const shards = await readCellsByShard(table, search);
  const rows = rowsOfShards
    ? (await rowsOfShards).flat(2)
    : (
        await Promise.all(
          shards.map((cells, shard) => movedRowsOf(table, partition(shard), cells, partial)),
        )
      ).flat();

  const sums = new Map<string, FacetCount>();
  const add = (cell: string, facets: Facets, count: number) =>
    sums.set(cell, { facets, count: (sums.get(cell)?.count ?? 0) + count });
  const facetsOf = new Map<string, Facets>();
  for (const { cell, facets, month, counts } of shards.flat()) {
    if (!isWanted(facets)) continue;
    facetsOf.set(cell, facets);
    for (const [name, count] of counts) {
      const slot = timesOfSlot(month, name);
      if (slot.from >= from && slot.until <= until) add(cell, facets, count);
    }
  }
  for (const { cell, createdAt } of rows) {
    const facets = facetsOf.get(cell);
    if (facets && createdAt >= from && createdAt <= until) add(cell, facets, 1);
  }
  return [...sums.values()].filter(({ count }) => count > 0);
}

/**
 * The rows of entities that were created in these slots, of a list that is sorted by last change.
 * An entity's last change is never before its creation, and the counts contain the number of
 * entities. This reads from the start of each slot and stops when it has found them all.
 */
async function movedRowsOf(
  table: Table,
  pk: string,
  cells: readonly CountedCell[],
  partial: ReturnType<typeof partialSlots>,
): Promise<readonly ListRow[]> {
  const found = await Promise.all(
    [...partial.values()].map(async ({ slot }) => {
      const enough = numberIn(cells, slot.from);
      if (enough <= 0) return [];
      return readRowsUntilEnough(table, [pk], {
        ...rowRange(slot.from, ever.until),
        descending: false,
        enough,
        isWanted: ({ createdAt }) => createdAt >= slot.from && createdAt <= slot.until,
        isFiltered: true,
        moves: true,
      });
    }),
  );
  return found.flat();
}

/** The number of entities created in the slot that starts at this time. */
const numberIn = (cells: readonly CountedCell[], start: string): number =>
  cells
    .flatMap(({ month, counts }) =>
      [...counts].flatMap(([name, count]) =>
        timesOfSlot(month, name).from === start ? [count] : [],
      ),
    )
    .reduce((sum, one) => sum + one, 0);
