import * as v from 'valibot';
import type { Item } from '../table/port.ts';
import { idOfRow, timeOfRow } from './list-entry.ts';

/** A thing as it stands on a list. */
export interface ListRow {
  readonly id: string;
  /** By which it is sorted. */
  readonly at: string;
  readonly createdAt: string;
  /** The name of its facts. */
  readonly cell: string;
  readonly numbers: Readonly<Record<string, number>>;
}

/** A row, in few bytes: its times and its identifier are its key, and its facts have a name. */
const StoredRow = v.looseObject({
  sk: v.string(),
  cell: v.string(),
  /** In milliseconds since 1970; absent where the row is sorted by it. */
  made: v.optional(v.number()),
  n: v.optional(v.record(v.string(), v.number())),
});

export function parseRow(item: Item): ListRow {
  const { sk, cell, made, n = {} } = v.parse(StoredRow, item);
  const at = timeOfRow(sk);
  const createdAt = made === undefined ? at : new Date(made).toISOString();
  return { id: idOfRow(sk), at, createdAt, cell, numbers: n };
}

/** What was last written down of a thing, by whoever wrote its row. */
export const ListedState = v.looseObject({
  pk: v.string(),
  sk: v.string(),
  version: v.number(),
  cell: v.string(),
  /** The name of each list of its own kind that it is on, and the hash of the value there. */
  u: v.optional(v.record(v.string(), v.string())),
  /** Where its row stands; absent where the row itself is the state. */
  at: v.optional(v.string()),
});
export type ListedState = v.InferOutput<typeof ListedState>;
