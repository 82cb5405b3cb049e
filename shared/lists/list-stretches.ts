import type { Table } from '../table/table.ts';
import {
  countedDays,
  countedQuarters,
  endOfDay,
  quarterAround,
  type Stretch,
  startOfDay,
  stretchesByDay,
  stretchesByQuarter,
} from './list-counts.ts';
import { rowRange } from './list-entry.ts';
import type { ListRow } from './list-row.ts';
import { readRows } from './list-rows.ts';
import { partitionsOf, type Search, wantedCells } from './list-search.ts';

/** Up to so many rows are rather read than looked for more closely; about six read units. */
const fewRows = 256;

/**
 * A page of a list whose rows stand by when they were made. Counts say in which days and quarters of
 * an hour the page lies, so that neither what comes before it nor what is not asked for is read, but
 * for the quarter in which it begins.
 */
export async function pageOfStretches(
  table: Table,
  search: Search,
  counted: boolean,
): Promise<{ readonly rows: readonly ListRow[]; readonly total: number | undefined }> {
  const { offset, limit, hasFacts, ascending, from, until } = search;
  const pks = partitionsOf(search);
  const readBetween = (stretch: Pick<Stretch, 'from' | 'until'>, most?: number) =>
    readRows(table, pks, {
      ...rowRange(stretch.from, stretch.until),
      descending: !ascending,
      ...(most !== undefined && { limit: most }),
    });

  // The first page of everything needs no counts to be found.
  const isFirst = offset === 0 && !hasFacts;
  const first = isFirst ? readBetween({ from, until }, limit) : undefined;
  if (first && !counted) return { rows: await first, total: undefined };
  const [{ stretches, isWanted }, known] = await Promise.all([
    stretchesOf(table, search, (stretch) => readBetween(stretch)),
    first,
  ]);
  const total = counted ? sum(stretches.map(({ matching }) => matching)) : undefined;
  if (known) return { rows: known, total };

  const ordered = ascending ? stretches : stretches.toReversed();
  return { rows: await readOf(ordered, offset, true), total };

  /** Reads the rows of a page among these stretches, in the order in which they stand. */
  async function readOf(
    among: readonly Stretch[],
    leftOut: number,
    mayLookCloser: boolean,
  ): Promise<ListRow[]> {
    const { skip, some } = chosen(among, leftOut, limit);
    const [first, last] = [some[0], some.at(-1)];
    if (!first || !last) return [];
    const [oldest, newest] = ascending ? [first, last] : [last, first];
    const span = { from: oldest.from, until: newest.until };
    const within = among.filter((one) => one.from >= span.from && one.until <= span.until);
    const inSpan = sum(within.map(({ all }) => all));
    // Where all rows are meant, none is read for nothing.
    const isPicky = hasFacts && inSpan !== sum(within.map(({ matching }) => matching));
    const isLong = ({ day, all }: Stretch) => day !== undefined && all > fewRows;
    const isCheap = inSpan <= fewRows || (!isPicky && skip <= fewRows);
    if (!isCheap && mayLookCloser && some.some(isLong)) {
      const closer = await Promise.all(some.map((one) => (isLong(one) ? quartersOf(one) : [one])));
      return readOf(closer.flat(), skip, false);
    }
    const most = isPicky ? undefined : skip + limit;
    const rows =
      isCheap || !isPicky
        ? await readBetween(span, most)
        : (await Promise.all(some.map((stretch) => readBetween(stretch)))).flat();
    return rows.filter(({ cell }) => isWanted(cell)).slice(skip, skip + limit);
  }

  async function quartersOf({ day = '' }: Stretch): Promise<readonly Stretch[]> {
    const cells = await countedQuarters(table, search, day);
    const quarters = stretchesByQuarter(cells, day, search.isWanted);
    return ascending ? quarters : quarters.reverse();
  }
}

interface Chosen {
  /** How many of those that match are left out at the beginning. */
  readonly skip: number;
  readonly some: readonly Stretch[];
}

/** The stretches that a page lies in; those before it are only counted. */
function chosen(ordered: readonly Stretch[], offset: number, limit: number): Chosen {
  const some: Stretch[] = [];
  let [before, found] = [0, 0];
  for (const stretch of ordered) {
    if (stretch.matching <= 0) continue;
    if (some.length === 0 && before + stretch.matching <= offset) {
      before += stretch.matching;
      continue;
    }
    some.push(stretch);
    found += stretch.matching;
    if (before + found >= offset + limit) break;
  }
  return { skip: offset - before, some };
}

/**
 * The time that is asked for, cut into stretches of known numbers, oldest first: whole days, quarters
 * of the days at its ends, and what is left of the quarters at its very ends, whose rows are counted.
 */
async function stretchesOf(
  table: Table,
  search: Search,
  rowsOf: (stretch: Pick<Stretch, 'from' | 'until'>) => Promise<readonly ListRow[]>,
) {
  const { from, until } = search;
  const [firstDay, lastDay] = [from.slice(0, 10), until.slice(0, 10)];
  const cutDays = new Set([
    ...(from === startOfDay(firstDay) ? [] : [firstDay]),
    ...(until === endOfDay(lastDay) ? [] : [lastDay]),
  ]);
  const ends = new Map(
    [quarterAround(from), quarterAround(until)]
      .filter((quarter) => quarter.from < from || quarter.until > until)
      .map((quarter) => [
        quarter.from,
        {
          from: quarter.from < from ? from : quarter.from,
          until: quarter.until > until ? until : quarter.until,
        },
      ]),
  );
  const [cells, quarters, rows] = await Promise.all([
    countedDays(table, search),
    Promise.all(
      [...cutDays].map(async (day) =>
        stretchesByQuarter(await countedQuarters(table, search, day), day, search.isWanted),
      ),
    ),
    Promise.all(
      [...ends.values()].map(async (stretch) => ({ ...stretch, rows: await rowsOf(stretch) })),
    ),
  ]);
  const isWanted = wantedCells(cells, search.isWanted);
  const isInside = (one: Stretch) => one.from >= from && one.until <= until;
  const stretches: Stretch[] = [
    ...stretchesByDay(cells, search.isWanted).filter(
      (one) => isInside(one) && !cutDays.has(one.day ?? ''),
    ),
    ...quarters.flat().filter((one) => isInside(one) && !ends.has(one.from)),
    ...rows.map(({ rows: found, ...stretch }) => ({
      ...stretch,
      all: found.length,
      matching: found.filter(({ cell }) => isWanted(cell)).length,
    })),
  ].sort((one, other) => (one.from < other.from ? -1 : 1));
  return { stretches, isWanted };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
