import type { Key } from '../table/port.ts';
import {
  cellOf,
  type ListEntry,
  listPartition,
  placeKey,
  rowSk,
  shardOf,
  underHash,
  underPartition,
} from './list-entry.ts';
import { indexedRowSk } from './list-row.ts';
import { type Shards, shardsAt } from './shards.ts';

/** What became of a thing: how it is listed now, or that it is gone. */
export interface Listing {
  readonly entry: ListEntry;
  /** How it was before; undefined where that is not known. */
  readonly before?: ListEntry | 'new' | undefined;
  /** What it was between the two, oldest first. */
  readonly between?: readonly ListEntry[];
  /** The entry is what it was, and it is on no list any more. */
  readonly isGone?: boolean;
}

/** A listing with where it stands. */
export interface Placed extends Listing {
  /** Which partition of its list it is in. */
  readonly shard: number;
  /** Where it is written down how it is listed. */
  readonly key: Key;
  readonly cell: string;
  /** The name of each list of its own kind that it is on, and the hash of the value there. */
  readonly under: Readonly<Record<string, string>>;
}

export async function placedIn(listing: Listing, shards: Shards): Promise<Placed> {
  const { owner, list, id, createdAt, sortedAt, facts } = listing.entry;
  const shard = shardOf(id, shardsAt(await shards.periodsOf(owner), createdAt));
  return {
    ...listing,
    shard,
    // What never moves is known by its row; what moves has an item whose entry on the index is its row.
    key:
      sortedAt === undefined
        ? { pk: listPartition(owner, list, shard), sk: rowSk(createdAt, id) }
        : placeKey(listing.entry),
    cell: cellOf(facts),
    under: hashesOf(listing.entry),
  };
}

/** The values that an entry is listed under, hashed. */
export const hashesOf = ({ owner, under = {} }: ListEntry): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(under).map(([name, value]) => [name, underHash(owner, name, value)]),
  );

/** What is written down of how a thing is listed, but for its version and its key. */
export const shownOf = ({ entry, shard, cell, under }: Placed) => {
  const { owner, list, sortedAt, numbers } = entry;
  return {
    cell,
    ...(sortedAt === undefined
      ? numbers && { n: numbers }
      : { listPk: listPartition(owner, list, shard), listSk: indexedRowSk(entry, cell) }),
    ...(Object.keys(under).length > 0 && { u: under }),
  };
};

/** Where a thing stands on the lists of its customer, its order and so on. Changes of it leave them alone. */
export const pointersOf = (
  { owner, list, id, createdAt }: ListEntry,
  under: Readonly<Record<string, string>>,
): readonly Key[] =>
  Object.entries(under).map(([name, hash]) => ({
    pk: underPartition(owner, list, name, hash),
    sk: rowSk(createdAt, id),
  }));

/** Whether it is written down as before under the same values. */
export const isUnderTheSame = (one: ListEntry, other: ListEntry): boolean => {
  const [before, after] = [one.under ?? {}, other.under ?? {}];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].every((name) => before[name] === after[name]);
};
