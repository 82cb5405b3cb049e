import type { Key } from '../table/port.ts';
import {
  cellOf,
  indexedHash,
  indexedPartition,
  type ListEntry,
  listPartition,
  placeKey,
  rowSk,
  shardOf,
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
export interface PlacedListing extends Listing {
  /** Which partition of its list it is in. */
  readonly shard: number;
  /** Where it is written down how it is listed. */
  readonly key: Key;
  readonly cell: string;
  /** The name of each list of its own kind that it is on, and the hash of the value there. */
  readonly indexedHashes: Readonly<Record<string, string>>;
}

export async function placeListing(listing: Listing, shards: Shards): Promise<PlacedListing> {
  const { owner, list, id, createdAt, sortedAt, facets } = listing.entry;
  const shard = shardOf(id, shardsAt(await shards.periodsOf(owner), createdAt));
  return {
    ...listing,
    shard,
    // What never moves is known by its row; what moves has an item whose entry on the index is its row.
    key:
      sortedAt === undefined
        ? { pk: listPartition(owner, list, shard), sk: rowSk(createdAt, id) }
        : placeKey(listing.entry),
    cell: cellOf(facets),
    indexedHashes: hashesOf(listing.entry),
  };
}

/** The values that an entry is listed under, hashed. */
export const hashesOf = ({ owner, indexed = {} }: ListEntry): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(indexed).map(([name, value]) => [name, indexedHash(owner, name, value)]),
  );

/** What is written down of how a thing is listed, but for its version and its key. */
export const storedRowOf = ({ entry, shard, cell, indexedHashes }: PlacedListing) => {
  const { owner, list, sortedAt, sortable } = entry;
  return {
    cell,
    ...(sortedAt === undefined
      ? sortable && { n: sortable }
      : { listPk: listPartition(owner, list, shard), listSk: indexedRowSk(entry, cell) }),
    ...(Object.keys(indexedHashes).length > 0 && { u: indexedHashes }),
  };
};

/** Where a thing stands on the lists of its customer, its order and so on. Changes of it leave them alone. */
export const pointersOf = (
  { owner, list, id, createdAt }: ListEntry,
  under: Readonly<Record<string, string>>,
): readonly Key[] =>
  Object.entries(under).map(([name, hash]) => ({
    pk: indexedPartition(owner, list, name, hash),
    sk: rowSk(createdAt, id),
  }));

/** Whether it is written down as before under the same values. */
export const isIndexedTheSame = (one: ListEntry, other: ListEntry): boolean => {
  const [before, after] = [one.indexed ?? {}, other.indexed ?? {}];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].every((name) => before[name] === after[name]);
};
