import type { Table } from '../table/table.ts';
import { bucketsOfCells, readCountedCells, type TimeBucket } from './list-counts.ts';
import { monthOf, rowRange, slotOf, timesOfSlot } from './list-entry.ts';
import type { ListRow } from './list-row.ts';
import { readRows } from './list-rows.ts';
import { partitionsOf, type Search, wantedCells } from './list-search.ts';

/** Up to so many rows are read at once instead of bucket by bucket; about four read units. */
const fewRows = 256;

/**
 * A page of a list whose rows are sorted by creation time. Counts show which six-hour slots the
 * page covers, so it reads neither earlier rows nor rows that do not match, except in the slot in
 * which it begins.
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

  // The first page without filters needs no counts.
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
  // When all rows match, none is read in vain.
  const isSelective = hasFacets && inSpan !== sum(within.map(({ matching }) => matching));
  const rows =
    isSelective && inSpan > fewRows
      ? (await Promise.all(some.map((bucket) => readBetween(bucket)))).flat()
      : await readBetween(span, isSelective ? undefined : skip + limit);
  return { rows: rows.filter(({ cell }) => isWanted(cell)).slice(skip, skip + limit), total };
}

interface ChosenBuckets {
  /** How many matching rows to skip at the beginning. */
  readonly skip: number;
  readonly some: readonly TimeBucket[];
}

/** The buckets that a page covers; those before it are only counted. */
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

interface Span {
  /** Times, both included. */
  readonly from: string;
  readonly until: string;
}

/** The slots that these times begin or end within, by their start, and which part of each. */
export const partialSlots = ({
  from,
  until,
}: Span): ReadonlyMap<string, { readonly slot: Span; readonly part: Span }> =>
  new Map(
    [from, until]
      .map((at) => timesOfSlot(monthOf(at), slotOf(at)))
      .filter((slot) => slot.from < from || slot.until > until)
      .map((slot) => {
        const part = {
          from: slot.from < from ? from : slot.from,
          until: slot.until > until ? until : slot.until,
        };
        return [slot.from, { slot, part }];
      }),
  );

/**
 * Splits the requested time into buckets with known numbers, oldest first: whole six-hour slots,
 * and the requested parts of the slots at both ends, whose rows are counted.
 */
async function bucketsOf(
  table: Table,
  search: Search,
  rowsOf: (bucket: Pick<TimeBucket, 'from' | 'until'>) => Promise<readonly ListRow[]>,
) {
  const { from, until } = search;
  const ends = partialSlots({ from, until });
  const [cells, rows] = await Promise.all([
    readCountedCells(table, search),
    Promise.all(
      [...ends.values()].map(async ({ part }) => ({ ...part, rows: await rowsOf(part) })),
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
