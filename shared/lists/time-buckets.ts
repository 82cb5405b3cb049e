import type { Table } from '../table/table.ts';
import { bucketsOfCells, readCountedCells, type TimeBucket } from './list-counts.ts';
import { monthOf, rowRange, slotOf, timesOfSlot } from './list-entry.ts';
import type { ListRow } from './list-row.ts';
import { readRows } from './list-rows.ts';
import { partitionsOf, type Search, wantedCells } from './list-search.ts';

/** Up to so many rows are rather read at once than stretch by stretch; about four read units. */
const fewRows = 256;

/**
 * A page of a list whose rows stand by when they were made. Counts say in which quarters of a day the
 * page lies, so that neither what comes before it nor what is not asked for is read, but for the
 * quarter in which it begins.
 */
export async function pageOfBuckets(
  table: Table,
  search: Search,
  counted: boolean,
): Promise<{ readonly rows: readonly ListRow[]; readonly total: number | undefined }> {
  const { offset, limit, hasFacets, ascending, from, until } = search;
  const pks = partitionsOf(search);
  const readBetween = (bucket: Pick<TimeBucket, 'from' | 'until'>, maxRows?: number) =>
    readRows(table, pks, {
      ...rowRange(bucket.from, bucket.until),
      descending: !ascending,
      ...(maxRows !== undefined && { limit: maxRows }),
    });

  // The first page of everything needs no counts to be found.
  const isFirst = offset === 0 && !hasFacets;
  const first = isFirst ? readBetween({ from, until }, limit) : undefined;
  if (first && !counted) return { rows: await first, total: undefined };
  const [{ stretches: buckets, isWanted }, known] = await Promise.all([
    bucketsOf(table, search, (bucket) => readBetween(bucket)),
    first,
  ]);
  const total = counted ? sum(buckets.map(({ matching }) => matching)) : undefined;
  if (known) return { rows: known, total };

  const ordered = ascending ? buckets : buckets.toReversed();
  const { skip, some } = bucketsOfPage(ordered, offset, limit);
  const [one, other] = [some[0], some.at(-1)];
  if (!one || !other) return { rows: [], total };
  const [oldest, newest] = ascending ? [one, other] : [other, one];
  const span = { from: oldest.from, until: newest.until };
  const within = ordered.filter((each) => each.from >= span.from && each.until <= span.until);
  const inSpan = sum(within.map(({ all }) => all));
  // Where all rows are meant, none is read for nothing.
  const isSelective = hasFacets && inSpan !== sum(within.map(({ matching }) => matching));
  const rows =
    isSelective && inSpan > fewRows
      ? (await Promise.all(some.map((bucket) => readBetween(bucket)))).flat()
      : await readBetween(span, isSelective ? undefined : skip + limit);
  return { rows: rows.filter(({ cell }) => isWanted(cell)).slice(skip, skip + limit), total };
}

interface ChosenBuckets {
  /** How many of those that match are left out at the beginning. */
  readonly skip: number;
  readonly some: readonly TimeBucket[];
}

/** The stretches that a page lies in; those before it are only counted. */
function bucketsOfPage(
  ordered: readonly TimeBucket[],
  offset: number,
  limit: number,
): ChosenBuckets {
  const some: TimeBucket[] = [];
  let [before, found] = [0, 0];
  for (const bucket of ordered) {
    if (bucket.matching <= 0) continue;
    if (some.length === 0 && before + bucket.matching <= offset) {
      before += bucket.matching;
      continue;
    }
    some.push(bucket);
    found += bucket.matching;
    if (before + found >= offset + limit) break;
  }
  return { skip: offset - before, some };
}

/**
 * The time that is asked for, cut into stretches of known numbers, oldest first: whole quarters of a
 * day, and what is asked of the quarters at its very ends, whose rows are counted.
 */
async function bucketsOf(
  table: Table,
  search: Search,
  rowsOf: (bucket: Pick<TimeBucket, 'from' | 'until'>) => Promise<readonly ListRow[]>,
) {
  const { from, until } = search;
  const ends = new Map(
    [from, until]
      .map((at) => timesOfSlot(monthOf(at), slotOf(at)))
      .filter((slot) => slot.from < from || slot.until > until)
      .map((slot) => [
        slot.from,
        {
          from: slot.from < from ? from : slot.from,
          until: slot.until > until ? until : slot.until,
        },
      ]),
  );
  const [cells, rows] = await Promise.all([
    readCountedCells(table, search),
    Promise.all(
      [...ends.values()].map(async (bucket) => ({ ...bucket, rows: await rowsOf(bucket) })),
    ),
  ]);
  const isWanted = wantedCells(cells, search.isWanted);
  const buckets: TimeBucket[] = [
    ...bucketsOfCells(cells, search.isWanted).filter(
      (one) => one.from >= from && one.until <= until && !ends.has(one.from),
    ),
    ...rows.map(({ rows: found, ...bucket }) => ({
      ...bucket,
      all: found.length,
      matching: found.filter(({ cell }) => isWanted(cell)).length,
    })),
  ].sort((one, other) => (one.from < other.from ? -1 : 1));
  return { stretches: buckets, isWanted };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
