import * as v from 'valibot';
import { isSwitchError, SwitchError } from '../errors.ts';
import { maxItemBytes } from '../table/item-size.ts';
import type { Item, Write } from '../table/port.ts';
import type { Table } from '../table/table.ts';
import { ListedState } from './list-row.ts';
import {
  type Listing,
  lifeOf,
  type PlacedListing,
  placeListing,
  pointersOf,
  storedRowOf,
} from './listing.ts';
import {
  type CountChange,
  countChangesOf,
  isCounted,
  type Move,
  moveOf,
  placeOf,
  settleAll,
  sumOfChanges,
} from './move-counts.ts';
import type { Shards } from './shards.ts';

/** DynamoDB allows 100 writes in a transaction. An entity needs about fifteen at most. */
const maxWrites = 100;
/** A writer that loses a race reads again, this often; then the caller repeats the call. */
const maxAttempts = 8;

/**
 * Lists entities from their current state, by reading how they are listed. Rows and counts change
 * in one transaction, which costs twice as much. An entity whose stored entry is as new is skipped.
 * This may run at any time, also while the stream is processed. Throws when some could not be
 * written; others may be.
 */
export async function relistEntries(
  table: Table,
  shards: Shards,
  listings: readonly Listing[],
): Promise<void> {
  await relistPlaced(
    table,
    await Promise.all(listings.map((listing) => placeListing(listing, shards))),
  );
}

/** No batch of the stream runs longer, in ms. After it, a batch's writes are complete. */
const maxBatchMs = 15 * 60_000;
/** Older moves are counted, or their counts have dropped the writer's mark. */
const rememberedMs = 24 * 3_600_000;

/**
 * The moves of these entities that their counts lack, because the batch that wrote the rows failed
 * before it counted them. Counts all entities of an owner together.
 */
export async function uncountedMoves(
  table: Table,
  shards: Shards,
  listings: readonly Listing[],
  now: number,
): Promise<readonly Move[]> {
  const placed = await Promise.all(listings.map((listing) => placeListing(listing, shards)));
  const rows = new Map(
    (await table.batchGet(placed.map(({ key }) => key))).map((row) => [placeOf(row), row]),
  );
  const moves = placed.flatMap((one) => {
    const row = rows.get(placeOf(one.key));
    const move = row && v.parse(ListedState, row).move;
    const age = now - (move?.[1] ?? 0);
    return move && age > maxBatchMs && age < rememberedMs ? [moveOf(one, move)] : [];
  });
  const counts = new Map(
    (await table.batchGet(moves.flatMap(countChangesOf).map(({ key }) => key))).map((count) => [
      placeOf(count),
      count,
    ]),
  );
  return moves.filter((move) =>
    countChangesOf(move).some(({ key }) => !isCounted(move, counts.get(placeOf(key)))),
  );
}

/** The same for listings with their places. */
export async function relistPlaced(table: Table, placed: readonly PlacedListing[]): Promise<void> {
  const groups = Map.groupBy(placed, ({ entry: { owner, list } }) => `${owner}#${list}`);
  await settleAll([...groups.values()].map((group) => relistGroup(table, group)));
}

/** Lists all entities of one list in as few transactions as fit; after a conflict, one by one. */
async function relistGroup(table: Table, group: readonly PlacedListing[]): Promise<void> {
  const states = await statesOf(table, group);
  // Transactions of one list change the same counts, so they run one after the other.
  for (const steps of transactionsOf(group.flatMap((placed) => stepOf(placed, states) ?? []))) {
    if (await tryTransact(table, writesOf(steps))) continue;
    for (const { placed } of steps) await relistAlone(table, placed);
  }
}

async function relistAlone(table: Table, placed: PlacedListing): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const step = stepOf(placed, await statesOf(table, [placed]));
    if (!step || (await tryTransact(table, writesOf([step])))) return;
    if (attempt === maxAttempts) throw new SwitchError('concurrent_update');
  }
}

/** The writes that bring an entity from its stored listing to the right one. */
interface Step {
  readonly placed: PlacedListing;
  /** Writes of its row and its pointers. */
  readonly writes: readonly Write[];
  readonly counts: readonly CountChange[];
}

/** Groups steps into as few transactions as fit. */
function transactionsOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const all: Step[][] = [];
  let places = new Set<string>();
  let rows = maxWrites;
  for (const step of steps) {
    const counted = step.counts.map(({ key }) => placeOf(key));
    const together = new Set([...places, ...counted]);
    const last = all.at(-1);
    if (last && rows + step.writes.length + together.size <= maxWrites) {
      last.push(step);
      rows += step.writes.length;
      places = together;
    } else {
      all.push([step]);
      rows = step.writes.length;
      places = new Set(counted);
    }
  }
  return all;
}

/** Whether the transaction succeeded. */
async function tryTransact(table: Table, writes: readonly Write[]): Promise<boolean> {
  if (writes.length === 0) return true;
  try {
    return (await table.transact(writes, { upTo: maxItemBytes })).refused.length === 0;
  } catch (error) {
    if (isSwitchError(error, 'concurrent_update')) return false;
    throw error;
  }
}

/** Rows by their keys, and pointers. */
type States = ReadonlyMap<string, Item>;

async function statesOf(table: Table, group: readonly PlacedListing[]): Promise<States> {
  const items = await table.batchGet(
    group.flatMap(({ key, entry, indexedHashes }) => [key, ...pointersOf(entry, indexedHashes)]),
  );
  return new Map(items.map((item) => [placeOf(item), item]));
}

function stepOf(placed: PlacedListing, states: States): Step | undefined {
  const { entry, key, shard, cell, indexedHashes, isGone = false } = placed;
  const item = states.get(placeOf(key));
  const state = item && v.parse(ListedState, item);
  const next = isGone ? [] : pointersOf(entry, indexedHashes);
  const pointers = next
    .filter((to) => !states.has(placeOf(to)))
    .map(
      (to): Write => ({ kind: 'update', key: to, changes: { set: lifeOf(entry) }, condition: {} }),
    );
  if (isGone ? !state || state.version > entry.version : state && state.version > entry.version) {
    return undefined;
  }
  if (!isGone && state?.version === entry.version) {
    if (pointers.length === 0) return undefined;
    const { version } = entry;
    const condition = { atLeast: { version }, atMost: { version } };
    const row: Write = { kind: 'update', key, changes: {}, condition };
    return { placed, writes: [row, ...pointers], counts: [] };
  }
  const old = state ? pointersOf(entry, state.u ?? {}) : [];
  const after = new Set(next.map(placeOf));
  const row: Write = isGone
    ? { kind: 'delete', key, condition: { version: state?.version ?? 0 } }
    : {
        kind: 'put',
        item: {
          ...key,
          version: entry.version,
          ...storedRowOf(placed),
          // A change that the stream has not counted yet is counted when the stream repeats it.
          ...(state?.move && { move: state.move }),
        },
        condition: state ? { version: state.version } : 'absent',
      };
  return {
    placed,
    writes: [
      row,
      ...pointers,
      ...old
        .filter((from) => !after.has(placeOf(from)))
        .map(
          (from): Write => ({
            kind: 'delete',
            key: from,
            condition: { attribute: 'pk', is: from.pk },
          }),
        ),
    ],
    counts:
      state?.cell === cell && !isGone
        ? []
        : countChangesOf({
            entry,
            shard,
            from: state?.cell ?? '',
            to: isGone ? '' : cell,
            facets: entry.facets,
          }),
  };
}

/** Each count gets one write, or none if its sum is unchanged. */
const writesOf = (steps: readonly Step[]): readonly Write[] => {
  const counts = Map.groupBy(
    steps.flatMap(({ counts: counted }) => counted),
    ({ key }) => placeOf(key),
  );
  return [
    ...steps.flatMap(({ writes }) => writes),
    ...[...counts.values()].flatMap((counted): Write[] => {
      const [first] = counted;
      const changes = sumOfChanges(counted);
      if (!first || Object.keys(changes.add).length === 0) return [];
      return [{ kind: 'update', key: first.key, changes, condition: {} }];
    }),
  ];
};
