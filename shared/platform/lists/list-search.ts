import type { CountedCell } from './list-counts.ts';
import { type Facets, listPartition } from './list-entry.ts';

/** A query of a list, with everything that each part of the reading needs. */
export interface Search {
  readonly owner: string;
  readonly list: string;
  readonly shards: number;
  /** Creation time, both inclusive, as `Date.toISOString` writes it. */
  readonly from: string;
  readonly until: string;
  /** Whether the query has a time range. */
  readonly hasRange: boolean;
  /** Whether the query filters by facets. */
  readonly hasFacets: boolean;
  readonly isWanted: (facets: Facets) => boolean;
  readonly ascending: boolean;
  readonly offset: number;
  /** Infinite when the query has no limit. */
  readonly limit: number;
}

/** The range of times without a start and an end. */
export const ever = {
  from: '2000-01-01T00:00:00.000Z',
  until: '9999-12-31T23:59:59.999Z',
} as const;

export const partitionsOf = ({ owner, list, shards }: Search) =>
  Array.from({ length: shards }, (_, shard) => listPartition(owner, list, shard));

/** The cells whose facets match. A row in a cell that has no count yet is read itself. */
export function wantedCells(
  cells: readonly CountedCell[],
  isWanted: (facets: Facets) => boolean,
): (cell: string) => boolean {
  const unwanted = new Set(cells.flatMap(({ cell, facets }) => (isWanted(facets) ? [] : [cell])));
  return (cell) => !unwanted.has(cell);
}
