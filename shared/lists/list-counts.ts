import * as v from 'valibot';
import type { Table } from '../table/table.ts';
import { countSk, countsPartition, type Facts, quarterOf } from './list-entry.ts';

/** How many things with the same facts there are, by when they were made. */
export interface CountedCell {
  readonly cell: string;
  readonly facts: Facts;
  /** By day (`2026-02-03`) or by quarter of an hour (`0` to `95`), whichever was read. */
  readonly counts: ReadonlyMap<string, number>;
}

const StoredCounts = v.pipe(
  v.looseObject({ sk: v.string(), facts: v.optional(v.record(v.string(), v.string())) }),
  v.transform(({ sk, facts = {}, ...numbers }) => {
    const [, period = '', cell = ''] = sk.split('#');
    return { period, cell, facts, numbers: Object.entries(numbers) };
  }),
);

const partitions = (owner: string, list: string, shards: number) =>
  Array.from({ length: shards }, (_, shard) => countsPartition(owner, list, shard));

/** What is known of the months that these times are in, day by day, one query a shard. */
export async function countedDays(
  table: Table,
  { owner, list, shards, from, until }: CountedRange,
): Promise<readonly CountedCell[]> {
  const range = {
    from: countSk('MONTH', from.slice(0, 7), ''),
    until: countSk('MONTH', until.slice(0, 7), '~'),
    eventual: true,
  };
  const found = await Promise.all(
    partitions(owner, list, shards).map((pk) => table.query(pk, range)),
  );
  return found.flat().map((item) => {
    const { period, cell, facts, numbers } = v.parse(StoredCounts, item);
    return { cell, facts, counts: countsOf(numbers, 'd', (day) => `${period}-${day}`) };
  });
}

/** The same of one day (`2026-02-03`), by the quarter of an hour. */
export async function countedQuarters(
  table: Table,
  { owner, list, shards }: Pick<CountedRange, 'owner' | 'list' | 'shards'>,
  day: string,
): Promise<readonly CountedCell[]> {
  const page = { beginsWith: countSk('DAY', day, ''), eventual: true };
  const found = await Promise.all(
    partitions(owner, list, shards).map((pk) => table.query(pk, page)),
  );
  return found.flat().map((item) => {
    const { cell, facts, numbers } = v.parse(StoredCounts, item);
    return { cell, facts, counts: countsOf(numbers, 'q', (quarter) => quarter) };
  });
}

export interface CountedRange {
  readonly owner: string;
  readonly list: string;
  readonly shards: number;
  /** Times as `Date.toISOString` writes them, both included. */
  readonly from: string;
  readonly until: string;
}

function countsOf(
  numbers: readonly (readonly [string, unknown])[],
  prefix: 'd' | 'q',
  nameOf: (slot: string) => string,
): ReadonlyMap<string, number> {
  return new Map(
    numbers.flatMap(([name, value]): [string, number][] =>
      /^[dq]\d+$/.test(name) && name.startsWith(prefix) && typeof value === 'number' && value !== 0
        ? [[nameOf(name.slice(1)), value]]
        : [],
    ),
  );
}

/** A stretch of time and how many things were made in it. */
export interface Stretch {
  /** Times, both included. */
  readonly from: string;
  readonly until: string;
  /** All of them. */
  readonly all: number;
  /** Those that are asked for. */
  readonly matching: number;
  /** The day that it is, where it can be looked at more closely. */
  readonly day?: string;
}

/** Adds counts up, oldest stretch first. */
function summed(
  cells: readonly CountedCell[],
  isWanted: (facts: Facts) => boolean,
  stretchOf: (slot: string) => Pick<Stretch, 'from' | 'until' | 'day'>,
): Stretch[] {
  const sums = new Map<string, { all: number; matching: number }>();
  for (const { facts, counts } of cells) {
    const wanted = isWanted(facts);
    for (const [slot, count] of counts) {
      const sum = sums.get(slot) ?? { all: 0, matching: 0 };
      sums.set(slot, { all: sum.all + count, matching: sum.matching + (wanted ? count : 0) });
    }
  }
  return [...sums]
    .map(([slot, sum]) => ({ ...stretchOf(slot), ...sum }))
    .sort((one, other) => (one.from < other.from ? -1 : 1));
}

export const startOfDay = (day: string) => `${day}T00:00:00.000Z`;
export const endOfDay = (day: string) => `${day}T23:59:59.999Z`;

export const stretchesByDay = (
  cells: readonly CountedCell[],
  isWanted: (facts: Facts) => boolean,
) => summed(cells, isWanted, (day) => ({ from: startOfDay(day), until: endOfDay(day), day }));

export const stretchesByQuarter = (
  cells: readonly CountedCell[],
  day: string,
  isWanted: (facts: Facts) => boolean,
) => summed(cells, isWanted, (quarter) => quarterOfDay(day, Number(quarter)));

const quarterMs = 900_000;

function quarterOfDay(day: string, quarter: number) {
  const from = Date.parse(startOfDay(day)) + quarter * quarterMs;
  return {
    from: new Date(from).toISOString(),
    until: new Date(from + quarterMs - 1).toISOString(),
  };
}

/** The quarter of an hour that this time is in. */
export const quarterAround = (at: string) => quarterOfDay(at.slice(0, 10), quarterOf(at));
