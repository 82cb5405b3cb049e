import * as v from 'valibot';
import { isSwitchError, SwitchError } from '../errors.ts';
import { largestItem } from '../table/item-size.ts';
import type { Key, Write } from '../table/port.ts';
import type { Table } from '../table/table.ts';
import {
  cellOf,
  countLevels,
  countSk,
  countsPartition,
  type Facts,
  type ListEntry,
  listPartition,
  placeKey,
  rowSk,
  shardOf,
  underHash,
  underPartition,
} from './list-entry.ts';
import { ListedState } from './list-row.ts';
import { type Shards, shardsAt } from './shards.ts';

/** What became of a thing: how it is listed now, or that it is gone. */
export interface Listing {
  readonly entry: ListEntry;
  /** The entry is what it was, and it is on no list any more. */
  readonly isGone?: boolean;
}

/** DynamoDB takes 100 writes in a transaction. One thing makes at most some fifteen. */
const mostWrites = 100;
/** Whoever loses a race reads again; this often, before it is left to the stream to come again. */
const tries = 8;

/**
 * Writes down how things are listed: rows, and how many there are of each kind, together or not at
 * all. A thing whose entry is as new already is left alone, so it may be told twice, late, or from
 * the start again. Of several listings of one thing only the last is given. Things of any owners and
 * lists may be given together; throws when some could not be written, and others may be.
 */
export async function projectListings(
  table: Table,
  shards: Shards,
  listings: readonly Listing[],
): Promise<void> {
  const placed = await Promise.all(listings.map((listing) => placedIn(listing, shards)));
  const groups = Map.groupBy(placed, ({ entry: { owner, list } }) => `${owner}#${list}`);
  await Promise.all([...groups.values()].map((group) => projectGroup(table, group)));
}

/** A listing with the partition of its row. */
interface Placed extends Listing {
  readonly shard: number;
}

async function placedIn(listing: Listing, shards: Shards): Promise<Placed> {
  const { owner, id, createdAt } = listing.entry;
  return { ...listing, shard: shardOf(id, shardsAt(await shards.periodsOf(owner), createdAt)) };
}

/** All of one list, in as few transactions as there is room for; where one is refused, one by one. */
async function projectGroup(table: Table, group: readonly Placed[]): Promise<void> {
  const states = await statesOf(table, group);
  // Transactions of one list meet at its counts, so they wait for each other.
  for (const steps of fitting(group.flatMap((placed) => stepOf(placed, states) ?? []))) {
    if (await written(table, writesOf(steps))) continue;
    for (const { placed } of steps) await projectAlone(table, placed);
  }
}

async function projectAlone(table: Table, placed: Placed): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const step = stepOf(placed, await statesOf(table, [placed]));
    if (!step || (await written(table, writesOf([step])))) return;
    if (attempt === tries) throw new SwitchError('concurrent_update');
  }
}

/** What it takes to bring a thing from how it is listed to how it should be. */
interface Step {
  readonly placed: Placed;
  /** Of its rows. */
  readonly writes: readonly Write[];
  readonly counts: readonly Counted[];
}

/** One number of a count that rises or falls. */
interface Counted {
  readonly key: Key;
  readonly slot: string;
  readonly by: 1 | -1;
  readonly facts?: Facts;
}

/** Puts steps together, as many as go into one transaction. */
function fitting(steps: readonly Step[]): readonly (readonly Step[])[] {
  const all: Step[][] = [];
  let places = new Set<string>();
  let rows = mostWrites;
  for (const step of steps) {
    const counted = step.counts.map(({ key }) => placeOf(key));
    const together = new Set([...places, ...counted]);
    const last = all.at(-1);
    if (last && rows + step.writes.length + together.size <= mostWrites) {
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
async function written(table: Table, writes: readonly Write[]): Promise<boolean> {
  if (writes.length === 0) return true;
  try {
    return (await table.transact(writes, { upTo: largestItem })).refused.length === 0;
  } catch (error) {
    if (isSwitchError(error, 'concurrent_update')) return false;
    throw error;
  }
}

type States = ReadonlyMap<string, ListedState>;

const placeOf = ({ pk, sk }: Key) => `${pk}\0${sk}`;

async function statesOf(table: Table, group: readonly Placed[]): Promise<States> {
  const items = await table.batchGet(group.map(stateKey));
  return new Map(items.map((item) => [placeOf(item), v.parse(ListedState, item)]));
}

/** What never moves is known by its row; what moves has an item that says where its row is. */
const stateKey = ({ entry, shard }: Placed): Key =>
  entry.sortedAt === undefined ? mainRow(entry, shard, entry.createdAt) : placeKey(entry);

const mainRow = ({ owner, list, id }: ListEntry, shard: number, at: string): Key => ({
  pk: listPartition(owner, list, shard),
  sk: rowSk(at, id),
});

const writesOf = (steps: readonly Step[]): readonly Write[] => [
  ...steps.flatMap(({ writes }) => writes),
  ...countWrites(steps.flatMap(({ counts }) => counts)),
];

/** Undefined for a thing that is listed as it should be, or as it was later. */
function stepOf(placed: Placed, states: States): Step | undefined {
  const state = states.get(placeOf(stateKey(placed)));
  const { entry, shard, isGone = false } = placed;
  if (isGone ? !state || state.version > entry.version : state && state.version >= entry.version) {
    return undefined;
  }
  const { owner, list, id, createdAt, sortedAt, version } = entry;
  const cell = cellOf(entry.facts);
  const under = Object.fromEntries(
    Object.entries(entry.under ?? {}).map(([name, value]) => [name, underHash(owner, name, value)]),
  );
  const rowsAt = (at: string, lists: Readonly<Record<string, string>>): Key[] => [
    mainRow(entry, shard, at),
    ...Object.entries(lists).map(([name, hash]) => ({
      pk: underPartition(owner, list, name, hash),
      sk: rowSk(at, id),
    })),
  ];
  const old = state ? rowsAt(state.at ?? createdAt, state.u ?? {}) : [];
  const next = isGone ? [] : rowsAt(sortedAt ?? createdAt, under);
  const kept = new Set(next.map(placeOf));

  const row = {
    cell,
    ...(sortedAt !== undefined && { made: Date.parse(createdAt) }),
    ...(entry.numbers && { n: entry.numbers }),
  };
  const key = stateKey(placed);
  const guarded: Write = isGone
    ? { kind: 'delete', key, condition: { version: state?.version ?? 0 } }
    : {
        kind: 'put',
        item: {
          ...key,
          version,
          ...(sortedAt === undefined ? row : { cell, at: sortedAt }),
          ...(Object.keys(under).length > 0 && { u: under }),
        },
        condition: state ? { version: state.version } : 'absent',
      };
  const others = [
    // Whoever holds the state holds its rows: they need no condition of their own.
    ...next.map((to): Write => ({ kind: 'update', key: to, changes: { set: row }, condition: {} })),
    ...old
      .filter((from) => !kept.has(placeOf(from)))
      .map(
        (from): Write => ({
          kind: 'delete',
          key: from,
          condition: { attribute: 'pk', is: from.pk },
        }),
      ),
  ];
  const guardedPlace = placeOf(key);
  return {
    placed,
    writes: [
      guarded,
      ...others.filter((write) => write.kind !== 'put' && placeOf(write.key) !== guardedPlace),
    ],
    counts:
      state?.cell === cell && !isGone
        ? []
        : [
            ...(state ? countedAs(placed, state.cell, -1) : []),
            ...(isGone ? [] : countedAs(placed, cell, 1, entry.facts)),
          ],
  };
}

const countedAs = (
  { entry: { owner, list, createdAt }, shard }: Placed,
  cell: string,
  by: 1 | -1,
  facts?: Facts,
): readonly Counted[] =>
  countLevels.map(({ name, periodOf, slotOf }) => ({
    key: {
      pk: countsPartition(owner, list, shard),
      sk: countSk(name, periodOf(createdAt), cell),
    },
    slot: slotOf(createdAt),
    by,
    ...(facts && { facts }),
  }));

/** Adds counts up: of one item there is one write, and of what stays the same none. */
function countWrites(counts: readonly Counted[]): Write[] {
  const items = Map.groupBy(counts, ({ key }) => placeOf(key));
  return [...items.values()].flatMap((changes): Write[] => {
    const [first] = changes;
    const add: Record<string, number> = {};
    for (const { slot, by } of changes) add[slot] = (add[slot] ?? 0) + by;
    const changed = Object.fromEntries(Object.entries(add).filter(([, by]) => by !== 0));
    if (!first || Object.keys(changed).length === 0) return [];
    const facts = changes.find((one) => one.facts)?.facts;
    return [
      {
        kind: 'update',
        key: first.key,
        changes: { add: changed, ...(facts && { set: { facts } }) },
        condition: {},
      },
    ];
  });
}
