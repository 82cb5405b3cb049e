import { ownMember } from '../own-member.ts';
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

/** A change of an entity's listing: its new entry, or its deletion. */
export interface Listing {
  readonly entry: ListEntry;
  /** The entry before; undefined when unknown. */
  readonly before?: ListEntry | 'new' | undefined;
  /** The entries between the two, oldest first. */
  readonly between?: readonly ListEntry[];
  /** Whether the entity is deleted; then the entry is its last one. */
  readonly isGone?: boolean;
}

/** A listing with its place in the table. */
export interface PlacedListing extends Listing {
  /** The shard of its list. */
  readonly shard: number;
  /** The item that stores how the entity is listed. */
  readonly key: Key;
  readonly cell: string;
  /** Each indexed list of the entity, by name, and the hash of its value. */
  readonly indexedHashes: Readonly<Record<string, string>>;
}

export async function placeListing(listing: Listing, shards: Shards): Promise<PlacedListing> {
  const { owner, list, id, createdAt, sortedAt, facets } = listing.entry;
  const shard = shardOf(id, shardsAt(await shards.periodsOf(owner), createdAt));
  return {
    ...listing,
    shard,
    // A row that never moves stores it itself; a moving row has an item whose index entry is the
    // row.
    key:
      sortedAt === undefined
        ? { pk: listPartition(owner, list, shard), sk: rowSk(createdAt, id) }
        : placeKey(listing.entry),
    cell: cellOf(facets),
    indexedHashes: hashesOf(listing.entry),
  };
}

/** The hashes of an entry's indexed values. */
export const hashesOf = ({ owner, indexed = {} }: ListEntry): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(indexed).map(([name, value]) => [name, indexedHash(owner, name, value)]),
  );

/** The attributes that the table stores of an entity's listing, without its version and key. */
export const storedRowOf = ({ entry, shard, cell, indexedHashes }: PlacedListing) => {
  const { owner, list, sortedAt, sortable } = entry;
  return {
    cell,
    ...lifeOf(entry),
    ...(sortedAt === undefined
      ? sortable && { n: sortable }
      : { listPk: listPartition(owner, list, shard), listSk: indexedRowSk(entry, cell) }),
    ...(Object.keys(indexedHashes).length > 0 && { u: indexedHashes }),
  };
};

/** The attribute by which a row expires together with its entity. */
export const lifeOf = ({ expiresAtSeconds }: ListEntry): Readonly<Record<string, number>> =>
  expiresAtSeconds === undefined ? {} : { expiresAtSeconds };

/**
 * The entity's rows on lists by customer, order and so on. Changes of the entity do not change
 * them.
 */
export const pointersOf = (
  { owner, list, id, createdAt }: ListEntry,
  under: Readonly<Record<string, string>>,
): readonly Key[] =>
  Object.entries(under).map(([name, hash]) => ({
    pk: indexedPartition(owner, list, name, hash),
    sk: rowSk(createdAt, id),
  }));

/** Whether both entries have the same indexed values. */
export const isIndexedTheSame = (one: ListEntry, other: ListEntry): boolean => {
  const [before, after] = [one.indexed ?? {}, other.indexed ?? {}];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].every((name) => ownMember(before, name) === ownMember(after, name));
};
