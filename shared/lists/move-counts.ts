import type { Item, Key } from '../table/port.ts';
import type { Table } from '../table/table.ts';
import {
  countSk,
  countsPartition,
  type Facets,
  type ListEntry,
  monthOf,
  slotOf,
} from './list-entry.ts';
import type { StoredMove } from './list-row.ts';
import type { PlacedListing } from './listing.ts';

/** A thing that goes from one cell to another, and so changes two counts. */
export interface Move {
  /** Who wrote it down, and its number among what that writer wrote. */
  readonly writer: string;
  readonly number: number;
  readonly entry: Pick<ListEntry, 'owner' | 'list' | 'createdAt'>;
  readonly shard: number;
  /** Empty where it was nowhere. */
  readonly from: string;
  readonly to: string;
  /** What the cell that it goes to stands for, where that is known. */
  readonly facets?: Facets | undefined;
}

/** One number of a count that rises or falls. */
export interface CountChange {
  readonly key: Key;
  readonly slot: string;
  readonly by: 1 | -1;
  readonly facets?: Facets | undefined;
}

export const countChangesOf = ({
  entry: { owner, list, createdAt },
  shard,
  from,
  to,
  facets,
}: Omit<Move, 'writer' | 'number'>): readonly CountChange[] => {
  const at = (cell: string) => ({
    key: {
      pk: countsPartition(owner, list, shard),
      sk: countSk(monthOf(createdAt), cell),
    },
    slot: slotOf(createdAt),
  });
  return [
    ...(from === '' ? [] : [{ ...at(from), by: -1 } as const]),
    ...(to === '' ? [] : [{ ...at(to), by: 1, facets } as const]),
  ];
};

/** What changes of one count come to. */
export function sumOfChanges(counted: readonly CountChange[]) {
  const sums: Record<string, number> = {};
  for (const { slot, by } of counted) sums[slot] = (sums[slot] ?? 0) + by;
  const facets = counted.find((one) => one.facets)?.facets;
  return {
    add: Object.fromEntries(Object.entries(sums).filter(([, by]) => by !== 0)),
    set: facets ? { facts: facets } : {},
  };
}

/** The move that a row remembers. */
export function moveOf(
  { entry, between = [], shard }: PlacedListing,
  [writer, number, version, from, to]: StoredMove,
): Move {
  const then = [entry, ...between].find((one) => one.version === version);
  return { writer, number, entry, shard, from, to, facets: then?.facets };
}

export const placeOf = ({ pk, sk }: Key) => `${pk}\0${sk}`;

/** A count remembers under this name up to which number a writer's moves are in it. */
const markOf = (writer: string) => `@${writer}`;

/**
 * The stream tells a change for 24 hours, and so nothing that was written longer ago comes again.
 * Clocks may differ by an hour.
 */
const rememberedMs = 26 * 3_600_000;
/** So many marks of writers that are gone are rather kept than written for. */
const fewMarks = 8;

/**
 * Counts moves, each once, however often and in whichever parts they are given: of each writer in the
 * order of their numbers. There is one write for each count that changes.
 */
export async function countMoves(table: Table, moves: readonly Move[]): Promise<void> {
  const counted = moves.flatMap((move) =>
    countChangesOf(move).map((one) => ({ ...one, writer: move.writer, number: move.number })),
  );
  const counts = Map.groupBy(counted, ({ key }) => placeOf(key));
  await settleAll(
    [...counts.values()].map(async (changes) => {
      for (const [writer, own] of Map.groupBy(changes, (one) => one.writer)) {
        await count(
          table,
          writer,
          own.toSorted((one, other) => one.number - other.number),
        );
      }
    }),
  );
}

/** Whether a move is in this count. */
export const isCounted = ({ writer, number }: Move, count: Item | undefined): boolean =>
  Number(count?.[markOf(writer)] ?? 0) >= number;

type Numbered = CountChange & Pick<Move, 'number'>;

/** Adds one writer's changes of one count to it, but for those that are in it. */
async function count(table: Table, writer: string, changes: readonly Numbered[]): Promise<void> {
  const mark = markOf(writer);
  let left = changes;
  for (;;) {
    const [first, last] = [left[0], left.at(-1)];
    if (!first || !last) return;
    // Changes that cancel each other out are noted too: one of them may be counted already.
    const { add, set } = sumOfChanges(left);
    const changed = await table.updateWhere(
      first.key,
      { add, set: { ...set, [mark]: last.number } },
      { atMost: { [mark]: first.number - 1 } },
    );
    if (changed.written) return removeOldMarks(table, changed.item, last.number);
    const reached = Number(changed.existing?.[mark]);
    left = left.filter(({ number }) => number > reached);
  }
}

/** Removes the marks of writers whose changes cannot come again. */
async function removeOldMarks(table: Table, item: Item, nowMs: number): Promise<void> {
  const old = Object.entries(item).flatMap(([name, value]): [string, number][] =>
    name.startsWith('@') && typeof value === 'number' && value < nowMs - rememberedMs
      ? [[name, value]]
      : [],
  );
  if (old.length < fewMarks) return;
  // One of them may have written again meanwhile: then its mark stays, and so do the others for now.
  await table.updateWhere(
    item,
    { remove: old.map(([name]) => name) },
    { atMost: Object.fromEntries(old) },
  );
}

/** Waits for all of it, whatever fails, so that nothing is under way any more when it throws. */
export async function settleAll<T>(all: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(all);
  return Promise.all(all);
}
