import * as v from 'valibot';
import { isSwitchError, SwitchError } from '../errors.ts';
import { maxItemBytes } from '../table/item-size.ts';
import type { Item, Write } from '../table/port.ts';
import type { Table } from '../table/table.ts';
import { ListedState } from './list-row.ts';
import {
  type Listing,
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

/** DynamoDB takes 100 writes in a transaction. One thing makes at most some fifteen. */
const maxWrites = 100;
/** Whoever loses a race reads again; this often, before it is left to be told again. */
const maxAttempts = 8;

/**
 * Lists things of which nothing is known but how they are, by reading how they are listed: rows and
 * counts change together or not at all, at twice the price. A thing whose entry is as new already is
 * left alone, so it may be done at any time, while the stream goes on too. Throws when some could not
 * be written, and others may be.
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

/** No batch of the stream is under way for longer, in milliseconds: what it wrote by then is all of it. */
const maxBatchMs = 15 * 60_000;
/** What was written longer ago is counted, or forgotten by its count. */
const rememberedMs = 24 * 3_600_000;

/**
 * The moves of these things that their counts know nothing of, since the batch that wrote their rows
 * was given up before it counted them. Those of all things of an owner are counted together.
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

/** The same of what has its place. */
export async function relistPlaced(table: Table, placed: readonly PlacedListing[]): Promise<void> {
  const groups = Map.groupBy(placed, ({ entry: { owner, list } }) => `${owner}#${list}`);
  await settleAll([...groups.values()].map((group) => relistGroup(table, group)));
}

/** All of one list, in as few transactions as there is room for; where one is refused, one by one. */
async function relistGroup(table: Table, group: readonly PlacedListing[]): Promise<void> {
  const states = await statesOf(table, group);
  // Transactions of one list meet at its counts, so they wait for each other.
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

/** What it takes to bring a thing from how it is listed to how it should be. */
interface Step {
  readonly placed: PlacedListing;
  /** Of its row and its pointers. */
  readonly writes: readonly Write[];
  readonly counts: readonly CountChange[];
}

/** Puts steps together, as many as go into one transaction. */
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

/** Whether nothing stood against it. */
async function tryTransact(table: Table, writes: readonly Write[]): Promise<boolean> {
  if (writes.length === 0) return true;
  try {
    return (await table.transact(writes, { upTo: maxItemBytes })).refused.length === 0;
  } catch (error) {
    if (isSwitchError(error, 'concurrent_update')) return false;
    throw error;
  }
}

/** Rows by their places, and pointers. */
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
    .map((to): Write => ({ kind: 'update', key: to, changes: {}, condition: {} }));
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
          // What the stream has yet to count is still counted when it tells of that change again.
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

/** Of one count there is one write, and of what stays the same none. */
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
