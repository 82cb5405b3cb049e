import { createHash } from 'node:crypto';
import type { Key } from '../table/port.ts';

/** What a listed thing is: few and enumerable values, such as its status; lists filter and count by them. */
export type Facets = Readonly<Record<string, string>>;

/** Something as lists have it. All of it follows from the thing as it was saved. */
export interface ListEntry {
  /** Whose list it is on: the beginning of a key, such as `MERCHANT#shop`. */
  readonly owner: string;
  /** Which list: `payments`. */
  readonly list: string;
  /** What the thing is found by, within its owner. */
  readonly id: string;
  /** Rises with every save; of two entries of a thing the later one counts. */
  readonly version: number;
  /** When it was made, as `Date.toISOString` writes it. Never changes. */
  readonly createdAt: string;
  /** Where it stands among the others, in the same form; absent where that is when it was made. */
  readonly sortedAt?: string;
  readonly facets: Facets;
  /** What lists compare or sort by without counting it: an amount in minor units, a time in ms. */
  readonly sortable?: Readonly<Record<string, number>>;
  /** What it is looked up by that has many values: its customer. Each has a list of its own. */
  readonly indexed?: Readonly<Record<string, string>>;
}

/** The partition of a list's rows, and the beginning of those of its counts. */
export const listPartition = (owner: string, list: string, shard: number) =>
  `${owner}#LIST#${list}#${shard}`;

export const countsPartition = (owner: string, list: string, shard: number) =>
  `${listPartition(owner, list, shard)}#COUNTS`;

/** The list of what has one value, such as one customer's payments. The value may be personal: its hash stands here. */
export const indexedPartition = (owner: string, list: string, name: string, valueHash: string) =>
  `${owner}#LIST#${list}#UNDER#${name}#${valueHash}`;

/**
 * Where a thing that moves is written down: the row of its list is the entry of this item on the
 * index, so that both change together.
 */
export const placeKey = ({ owner, list, id }: Pick<ListEntry, 'owner' | 'list' | 'id'>): Key => ({
  pk: `${owner}#LIST#${list}#PLACE#${id}`,
  sk: 'PLACE',
});

/** Rows stand in the order of their times; what happened in one millisecond, of its identifiers. */
export const rowSk = (at: string, id: string) => `${at}#${id}`;

/** The characters of a time as `Date.toISOString` writes it. */
const timeLength = 24;
export const timeOfRow = (sk: string) => sk.slice(0, timeLength);
export const idOfRow = (sk: string) => sk.slice(timeLength + 1);

/** Sort keys from and until which rows of these times are found, both times included. */
export const rowRange = (from: string, until: string) => ({ from, until: `${until}$` });

const shortHash = (text: string, length: number) =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

/** All things with the same facts are counted together, in a cell of this name. */
export const cellOf = (facets: Facets) =>
  shortHash(
    JSON.stringify(Object.entries(facets).sort(([one], [other]) => (one < other ? -1 : 1))),
    10,
  );

/** Bound to its owner, so that nobody can tell whether two merchants have the same customer. */
export const indexedHash = (owner: string, name: string, value: string) =>
  shortHash(JSON.stringify([owner, name, value]), 16);

/** Which of so many shards a thing is in. */
export const shardOf = (id: string, shards: number) =>
  createHash('sha256').update(id).digest().readUInt32BE() % shards;

/** Counts have an item for each month and cell, with a number for each quarter of a day. */
export const monthOf = (at: string) => at.slice(0, 7);

/** The part of its month that a time is in: `05b` is from 06:00 to 12:00 of the fifth, in UTC. */
export const slotOf = (at: string) =>
  `${at.slice(8, 10)}${slotLetters.charAt(Math.floor(Number(at.slice(11, 13)) / slotHours))}`;

const slotLetters = 'abcd';
const slotHours = 6;
const slotMs = slotHours * 3_600_000;

/** Whether an attribute of a count is the number of a slot. */
export const isSlot = (name: string) => /^\d\d[abcd]$/.test(name);

/** The times of a slot of a month, both included. */
export function timesOfSlot(month: string, slot: string) {
  const day = Date.parse(`${month}-${slot.slice(0, 2)}T00:00:00.000Z`);
  const from = day + slotLetters.indexOf(slot.slice(2)) * slotMs;
  return {
    from: new Date(from).toISOString(),
    until: new Date(from + slotMs - 1).toISOString(),
  };
}

export const countSk = (month: string, cell: string) => `MONTH#${month}#${cell}`;
