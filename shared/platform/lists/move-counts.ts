import { ownMember, setOwnMember } from '../own-member.ts';
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

/** An entity that moves from one cell to another, which changes two counts. */
export interface Move {
  /** The writer of the row, and the writer's sequence number. */
  readonly writer: string;
  readonly number: number;
  readonly entry: Pick<ListEntry, 'owner' | 'list' | 'createdAt'>;
  readonly shard: number;
  /** Empty for a new entity. */
  readonly from: string;
  readonly to: string;
  /** The facets of the new cell, if known. */
  readonly facets?: Facets | undefined;
}

/** A number of a count item that rises or falls. */
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

/** The sum of all changes of one count. */
export function sumOfChanges(counted: readonly CountChange[]) {
  const sums: Record<string, number> = {};
  for (const { slot, by } of counted) setOwnMember(sums, slot, (ownMember(sums, slot) ?? 0) + by);
  const facets = counted.find((one) => one.facets)?.facets;
  return {
    add: Object.fromEntries(Object.entries(sums).filter(([, by]) => by !== 0)),
    set: facets ? { facts: facets } : {},
  };
}

/** The move that a row stores. */
export function moveOf(
  { entry, between = [], shard }: PlacedListing,
  [writer, number, version, from, to]: StoredMove,
): Move {
  const then = [entry, ...between].find((one) => one.version === version);
  return { writer, number, entry, shard, from, to, facets: then?.facets };
}

export const placeOf = ({ pk, sk }: Key) => `${pk}\0${sk}`;

/** A count stores under this name the last sequence number of a writer that it includes. */
const markOf = (writer: string) => `@${writer}`;

/**
 * The stream repeats a change for 24 hours at most, so no older write comes again. Clocks may
 * differ by an hour.
 */
const rememberedMs = 26 * 3_600_000;
/** Up to so many old marks of writers stay, because removing them costs a write. */
const fewMarks = 8;

/**
 * Counts each move once, however often and in whatever parts it is given, in the order of each
 * writer's sequence numbers. Makes one write for each count that changes.
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

/** Whether a count includes a move. */
export const isCounted = ({ writer, number }: Move, count: Item | undefined): boolean =>
  Number(ownMember(count, markOf(writer)) ?? 0) >= number;

type Numbered = CountChange & Pick<Move, 'number'>;

/** Adds one writer's changes to a count, without those that it already includes. */
async function count(table: Table, writer: string, changes: readonly Numbered[]): Promise<void> {
  const mark = markOf(writer);
  let left = changes;
  for (;;) {
    const [first, last] = [left[0], left.at(-1)];
    if (!first || !last) return;
    // Changes that cancel each other out are recorded too, because one of them may be counted
    // already.
    const { add, set } = sumOfChanges(left);
    const changed = await table.updateWhere(
      first.key,
      { add, set: { ...set, [mark]: last.number } },
      { atMost: { [mark]: first.number - 1 } },
    );
    if (changed.written) return removeOldMarks(table, changed.item, last.number);
    const reached = Number(ownMember(changed.existing, mark));
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
  // A writer may have written again meanwhile. Then this update fails and all marks stay for now.
  await table.updateWhere(
    item,
    { remove: old.map(([name]) => name) },
    { atMost: Object.fromEntries(old) },
  );
}

/** Waits for all promises even when some fail, so that nothing still runs when it throws. */
export async function settleAll<T>(all: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(all);
  return Promise.all(all);
}
