import { createHash } from 'node:crypto';
import type { Key } from '../table/port.ts';

/** An entity's few enumerable values, such as its status. Lists filter and count by them. */
export type Facets = Readonly<Record<string, string>>;

/** An entity as lists store it. All of it follows from the saved entity. */
export interface ListEntry {
  /** The list's owner: the beginning of a key, such as `MERCHANT#shop`. */
  readonly owner: string;
  /** The list's name, such as `payments`. */
  readonly list: string;
  /** The entity's id within its owner. */
  readonly id: string;
  /** Rises with every save; of two entries of an entity the one with the higher version counts. */
  readonly version: number;
  /** Creation time as `Date.toISOString` writes it. Never changes. */
  readonly createdAt: string;
  /** The time that sorts it, in the same form; absent when that is the creation time. */
  readonly sortedAt?: string;
  readonly facets: Facets;
  /**
   * When the table deletes the entity by itself, in seconds since 1970; its rows end with it. Its
   * counts stay, so the list must not reach back so far.
   */
  readonly expiresAtSeconds?: number;
  /**
   * Numbers that lists compare or sort by without counting: an amount in minor units, a time in ms.
   */
  readonly sortable?: Readonly<Record<string, number>>;
  /**
   * Values that lists are searched by and that are too many to count, such as the customer. Each
   * value has a list of its own.
   */
  readonly indexed?: Readonly<Record<string, string>>;
  /**
   * Values that it is searched by as well, without a list of their own: from such a value
   * `ListDefinition.idsUnder` derives the ids of its entities.
   */
  readonly derived?: Readonly<Record<string, string>>;
}

/** The partition of a list's rows, and the prefix of its counts' partitions. */
export const listPartition = (owner: string, list: string, shard: number) =>
  `${owner}#LIST#${list}#${shard}`;

export const countsPartition = (owner: string, list: string, shard: number) =>
  `${listPartition(owner, list, shard)}#COUNTS`;

/**
 * The list of entities with one value, such as one customer's payments. The key has the value's
 * hash, because the value may be personal data.
 */
export const indexedPartition = (owner: string, list: string, name: string, valueHash: string) =>
  `${owner}#LIST#${list}#UNDER#${name}#${valueHash}`;

/**
 * The item of an entity whose row moves. The row itself is this item's entry on the index, so both
 * change together.
 */
export const placeKey = ({ owner, list, id }: Pick<ListEntry, 'owner' | 'list' | 'id'>): Key => ({
  pk: `${owner}#LIST#${list}#PLACE#${id}`,
  sk: 'PLACE',
});

/** Sorts rows by time, and within one millisecond by id. */
export const rowSk = (at: string, id: string) => `${at}#${id}`;

/** Length of a time as `Date.toISOString` writes it. */
const timeLength = 24;
export const timeOfRow = (sk: string) => sk.slice(0, timeLength);
export const idOfRow = (sk: string) => sk.slice(timeLength + 1);

/** The range of sort keys for rows of these times, both inclusive. */
export const rowRange = (from: string, until: string) => ({ from, until: `${until}$` });

const shortHash = (text: string, length: number) =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

/** The name of the cell that counts all entities with the same facets. */
export const cellOf = (facets: Facets) =>
  shortHash(
    JSON.stringify(Object.entries(facets).sort(([one], [other]) => (one < other ? -1 : 1))),
    10,
  );

/**
 * Includes the owner, so that equal hashes never show that two merchants have the same customer.
 */
export const indexedHash = (owner: string, name: string, value: string) =>
  shortHash(JSON.stringify([owner, name, value]), 16);

/** The number of the shard that holds an entity. */
export const shardOf = (id: string, shards: number) =>
  createHash('sha256').update(id).digest().readUInt32BE() % shards;

/** Each month and cell has an item of counts, with a number for every six hours. */
export const monthOf = (at: string) => at.slice(0, 7);

/** The part of its month that a time is in: `05b` is from 06:00 to 12:00 of the fifth, in UTC. */
export const slotOf = (at: string) =>
  `${at.slice(8, 10)}${slotLetters.charAt(Math.floor(Number(at.slice(11, 13)) / slotHours))}`;

const slotLetters = 'abcd';
const slotHours = 6;
const slotMs = slotHours * 3_600_000;

/** Whether an attribute of a count item is the number of a slot. */
export const isSlot = (name: string) => /^\d\d[abcd]$/.test(name);

/** The times of a slot of a month, both inclusive. */
export function timesOfSlot(month: string, slot: string) {
  const day = Date.parse(`${month}-${slot.slice(0, 2)}T00:00:00.000Z`);
  const from = day + slotLetters.indexOf(slot.slice(2)) * slotMs;
  return {
    from: new Date(from).toISOString(),
    until: new Date(from + slotMs - 1).toISOString(),
  };
}

export const countSk = (month: string, cell: string) => `MONTH#${month}#${cell}`;
