import type { Table } from '../table/table.ts';
import { countedCells, type Stretch, stretchesOfCells } from './list-counts.ts';
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
  const { skip, some } = chosen(ordered, offset, limit);
  const [one, other] = [some[0], some.at(-1)];
  if (!one || !other) return { rows: [], total };
  const [oldest, newest] = ascending ? [one, other] : [other, one];
  const span = { from: oldest.from, until: newest.until };
  const within = ordered.filter((each) => each.from >= span.from && each.until <= span.until);
  const inSpan = sum(within.map(({ all }) => all));
  // Where all rows are meant, none is read for nothing.
  const isPicky = hasFacts && inSpan !== sum(within.map(({ matching }) => matching));
  const rows =
    isPicky && inSpan > fewRows
      ? (await Promise.all(some.map((stretch) => readBetween(stretch)))).flat()
      : await readBetween(span, isPicky ? undefined : skip + limit);
  return { rows: rows.filter(({ cell }) => isWanted(cell)).slice(skip, skip + limit), total };
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
 * The time that is asked for, cut into stretches of known numbers, oldest first: whole quarters of a
 * day, and what is asked of the quarters at its very ends, whose rows are counted.
 */
async function stretchesOf(
  table: Table,
  search: Search,
  rowsOf: (stretch: Pick<Stretch, 'from' | 'until'>) => Promise<readonly ListRow[]>,
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
    countedCells(table, search),
    Promise.all(
      [...ends.values()].map(async (stretch) => ({ ...stretch, rows: await rowsOf(stretch) })),
    ),
  ]);
  const isWanted = wantedCells(cells, search.isWanted);
  const stretches: Stretch[] = [
    ...stretchesOfCells(cells, search.isWanted).filter(
      (one) => one.from >= from && one.until <= until && !ends.has(one.from),
    ),
    ...rows.map(({ rows: found, ...stretch }) => ({
      ...stretch,
      all: found.length,
      matching: found.filter(({ cell }) => isWanted(cell)).length,
    })),
  ].sort((one, other) => (one.from < other.from ? -1 : 1));
  return { stretches, isWanted };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
