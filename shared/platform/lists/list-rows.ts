import type { Item } from '../table/port.ts';
import type { Table } from '../table/table.ts';
import { type ListRow, parseRow } from './list-row.ts';

interface RowRange {
  /** Sort keys, both inclusive. */
  readonly from: string;
  readonly until: string;
  readonly descending: boolean;
  /** Whether the rows move, and so are on the index. */
  readonly moves?: boolean | undefined;
}

const indexOf = (moves: boolean | undefined) =>
  moves ? ({ index: 'by-list' } as const) : { eventual: true };

/** Rows of several partitions as one sorted list, up to `limit`. */
export async function readRows(
  table: Table,
  pks: readonly string[],
  { limit, moves, ...range }: RowRange & { readonly limit?: number },
): Promise<ListRow[]> {
  if (limit === 0) return [];
  const page = { ...range, ...indexOf(moves), ...(isSome(limit) && { limit }) };
  const found = await Promise.all(pks.map((pk) => table.query(pk, page)));
  return merged(
    found.map((items) => items.map(parseRow)),
    range.descending,
  ).slice(0, limit);
}

const isSome = (limit: number | undefined): limit is number =>
  limit !== undefined && Number.isFinite(limit);

/** The first matching rows, at least `enough` if there are so many. */
export async function readRowsUntilEnough(
  table: Table,
  pks: readonly string[],
  {
    enough,
    isWanted,
    isFiltered,
    moves,
    ...range
  }: RowRange & {
    readonly enough: number;
    readonly isWanted: (row: ListRow) => boolean;
    readonly isFiltered: boolean;
  },
): Promise<ListRow[]> {
  if (!isFiltered) return readRows(table, pks, { ...range, moves, limit: enough });
  const perQuery = Number.isFinite(enough) ? Math.max(100, 4 * enough) : undefined;
  const found = await Promise.all(
    pks.map(async (pk) => {
      const rows: ListRow[] = [];
      let edge: string | undefined;
      for (;;) {
        const rest = edge === undefined ? {} : range.descending ? { until: edge } : { from: edge };
        const page = {
          ...range,
          ...rest,
          ...indexOf(moves),
          ...(isSome(perQuery) && { limit: perQuery }),
        };
        const items = await table.query(pk, page);
        // The boundary row was read before: a range of sort keys always includes both ends.
        rows.push(
          ...items
            .filter((item) => edgeOf(item) !== edge)
            .map(parseRow)
            .filter(isWanted),
        );
        const end = items.at(-1);
        const last = end && edgeOf(end);
        if (
          perQuery === undefined ||
          items.length < perQuery ||
          last === edge ||
          rows.length >= enough
        )
          return rows;
        edge = last;
      }
    }),
  );
  return merged(found, range.descending);
}

const edgeOf = ({ sk, listSk }: Item) => listSk ?? sk;

/** Merges sorted lists into one. */
function merged(lists: readonly ListRow[][], descending: boolean): ListRow[] {
  const [only, ...others] = lists;
  if (only && others.length === 0) return only;
  const sign = descending ? -1 : 1;
  return lists.flat().sort((one, other) => {
    const [a, b] = [`${one.at}#${one.id}`, `${other.at}#${other.id}`];
    return a === b ? 0 : a < b ? -sign : sign;
  });
}
