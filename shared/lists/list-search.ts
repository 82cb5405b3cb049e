import type { CountedCell } from './list-counts.ts';
import { type Facets, listPartition } from './list-entry.ts';

/** What is asked of a list, with everything in it that a part of the reading needs. */
export interface Search {
  readonly owner: string;
  readonly list: string;
  readonly shards: number;
  /** When it was made, both included, as `Date.toISOString` writes it. */
  readonly from: string;
  readonly until: string;
  /** Whether a time was asked for at all. */
  readonly hasRange: boolean;
  /** Whether facts are asked for. */
  readonly hasFacets: boolean;
  readonly isWanted: (facets: Facets) => boolean;
  readonly ascending: boolean;
  readonly offset: number;
  /** Infinite where all are asked for. */
  readonly limit: number;
}

export const partitionsOf = ({ owner, list, shards }: Search) =>
  Array.from({ length: shards }, (_, shard) => listPartition(owner, list, shard));

/** Which rows have the facts that are wanted. One whose facts are newer than the counts is looked at. */
export function wantedCells(
  cells: readonly CountedCell[],
  isWanted: (facets: Facets) => boolean,
): (cell: string) => boolean {
  const unwanted = new Set(cells.flatMap(({ cell, facets }) => (isWanted(facets) ? [] : [cell])));
  return (cell) => !unwanted.has(cell);
}
