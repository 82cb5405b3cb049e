import * as v from 'valibot';
import type { Table } from '../table/table.ts';
import {
  countSk,
  countsPartition,
  type Facets,
  isSlot,
  monthOf,
  timesOfSlot,
} from './list-entry.ts';

/** How many entities with the same facets there are, by creation time. */
export interface CountedCell {
  readonly cell: string;
  readonly facets: Facets;
  readonly month: string;
  /** By slot of the month, such as `05b`; no value is 0. */
  readonly counts: ReadonlyMap<string, number>;
}

const StoredCounts = v.pipe(
  v.looseObject({ sk: v.string(), facts: v.optional(v.record(v.string(), v.string())) }),
  v.transform(({ sk, facts = {}, ...numbers }): CountedCell => {
    const [, month = '', cell = ''] = sk.split('#');
    const counts = Object.entries(numbers).flatMap(([name, value]): [string, number][] =>
      isSlot(name) && typeof value === 'number' && value !== 0 ? [[name, value]] : [],
    );
    return { cell, facets: facts, month, counts: new Map(counts) };
  }),
);

export interface CountedRange {
  readonly owner: string;
  readonly list: string;
  readonly shards: number;
  /** Times as `Date.toISOString` writes them, both inclusive. */
  readonly from: string;
  readonly until: string;
}

/** The stored counts of the months of these times, with one query per shard. */
export const readCountedCells = async (
  table: Table,
  range: CountedRange,
): Promise<readonly CountedCell[]> => (await readCellsByShard(table, range)).flat();

/** The same, each shard by itself. */
export function readCellsByShard(
  table: Table,
  { owner, list, shards, from, until }: CountedRange,
): Promise<readonly (readonly CountedCell[])[]> {
  const range = {
    from: countSk(monthOf(from), ''),
    until: countSk(monthOf(until), '~'),
    eventual: true,
  };
  return Promise.all(
    Array.from({ length: shards }, async (_, shard) =>
      (await table.query(countsPartition(owner, list, shard), range)).map((item) =>
        v.parse(StoredCounts, item),
      ),
    ),
  );
}

/** A span of time and the number of entities created in it. */
export interface TimeBucket {
  /** Times, both included. */
  readonly from: string;
  readonly until: string;
  /** All entities. */
  readonly all: number;
  /** The entities that match the search. */
  readonly matching: number;
}

/** Adds counts up slot by slot, the oldest first. */
export function bucketsOfCells(
  cells: readonly CountedCell[],
  isWanted: (facets: Facets) => boolean,
): TimeBucket[] {
  const sums = new Map<string, TimeBucket>();
  for (const { facets, month, counts } of cells) {
    const wanted = isWanted(facets);
    for (const [slot, count] of counts) {
      const name = `${month}-${slot}`;
      const sum = sums.get(name) ?? { ...timesOfSlot(month, slot), all: 0, matching: 0 };
      const { all, matching } = sum;
      sums.set(name, {
        ...sum,
        all: all + count,
        matching: matching + (wanted ? count : 0),
      });
    }
  }
  return [...sums.values()].sort((one, other) => (one.from < other.from ? -1 : 1));
}
